import { clsx } from 'clsx';
import { FolderOpen, ImagePlus } from 'lucide-react';
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { readDroppedFiles } from '#web/lib/browser/files.ts';
import { Button } from './button.tsx';

interface UploadDropzoneProps {
  title: string;
  /** Accepted formats and sizes. */
  hint?: ReactNode;
  chooseFilesLabel: string;
  chooseFolderLabel: string;
  /** As <input accept>: `image/jpeg,image/png`. */
  accept?: string;
  disabled?: boolean;
  /** Receives the files that were chosen, dropped (folders included) or pasted; at least one. */
  onFiles: (files: File[]) => void;
  /** A single line, for use beside existing photos. */
  compact?: boolean;
}

/** Accepts files by drop, file dialog, clipboard and the camera roll of a phone. */
export function UploadDropzone({ onFiles, disabled = false, compact = false, ...texts }: UploadDropzoneProps) {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: File[]) => {
    if (files.length > 0 && !disabled) onFiles(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => take([...(event.clipboardData?.files ?? [])]);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = await readDroppedFiles(event.dataTransfer);
    if (files.length > 0 && !disabled) onFiles(files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the buttons inside do the same
    <section
      aria-label={texts.title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => void drop(event)}
      className={clsx(
        '@container rounded-control border border-dashed px-4 transition-colors',
        compact ? 'py-4' : 'py-14',
        over ? 'border-accent bg-accent-tint' : 'border-edge',
      )}
    >
      <div
        className={clsx(
          'flex flex-col items-center justify-center gap-4 text-center',
          compact && '@3xl:flex-row @3xl:justify-between @3xl:text-left',
        )}
      >
        <div className="flex flex-col gap-1">
          <p className={compact ? 'font-medium' : 'text-lead font-semibold'}>{texts.title}</p>
          {texts.hint && (
            <p className={clsx('max-w-[62ch] text-caption text-soft', compact && 'max-md:hidden')}>{texts.hint}</p>
          )}
        </div>
        <div className="flex flex-wrap justify-center gap-2 @3xl:shrink-0">
          <FilePicker
            label={texts.chooseFilesLabel}
            icon={<ImagePlus />}
            primary={!compact}
            disabled={disabled}
            onFiles={onFiles}
            multiple
            {...(texts.accept && { accept: texts.accept })}
          />
          <FilePicker
            label={texts.chooseFolderLabel}
            icon={<FolderOpen />}
            disabled={disabled}
            onFiles={onFiles}
            folder
            className="max-md:hidden"
          />
        </div>
      </div>
    </section>
  );
}

/** Frame around the page while files are dragged over it. Decorative: the picker's buttons do the same. */
export function DropOverlay({ label }: { label: string }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-3 z-45 flex items-end justify-center rounded-sheet border-2 border-dashed border-accent pb-8"
    >
      <p className="rounded-control bg-accent px-5 py-3 font-medium text-on-accent shadow-lift">{label}</p>
    </div>
  );
}

type FilePickerProps = Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'disabled' | 'className'> & {
  label: string;
  /** Text of the button; `label` by default. */
  text?: string;
  /** Class of the text, to show the icon alone. */
  textClass?: string;
  icon: ReactNode;
  primary?: boolean;
  /** Chooses a folder with its contents. */
  folder?: boolean;
  onFiles: (files: File[]) => void;
};

/** A button that opens the native file dialog. Tests find the input by its label. */
export function FilePicker({
  label,
  text = label,
  textClass,
  icon,
  primary = false,
  folder = false,
  onFiles,
  className,
  ...input
}: FilePickerProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no prop for this attribute.
    if (ref.current) ref.current.webkitdirectory = folder;
  }, [folder]);
  return (
    <>
      <input
        ref={ref}
        type="file"
        aria-label={label}
        hidden
        {...input}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].filter((file) => !file.name.startsWith('.'));
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        variant={primary ? 'primary' : 'secondary'}
        icon={icon}
        disabled={input.disabled}
        className={className}
        title={textClass && text}
        onClick={() => ref.current?.click()}
      >
        <span className={textClass}>{text}</span>
      </Button>
    </>
  );
}
