import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureVariant } from '#web/lib/accounts/upload-picture.ts';
import { usePictureUpload } from '#web/lib/accounts/use-picture-upload.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { Banner } from '../ui/feedback/banner.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { IconButton } from '../ui/inputs/button.tsx';
import { FilePicker } from '../ui/inputs/upload-dropzone.tsx';
import { ConfirmDialog } from '../ui/overlays/dialog.tsx';
import { useToast } from '../ui/overlays/toast.tsx';

interface PictureFieldTexts {
  choose: string;
  replace: string;
  remove: string;
  removeAsk: string;
  removeText: string;
  saved: string;
  failed: string;
}

interface PictureFieldProps {
  accountId: string;
  variant: PictureVariant;
  name: string;
  hint: string;
  texts: PictureFieldTexts;
  /** File types, as `<input accept>`. */
  accept: string;
  hasPicture: boolean;
  readOnly?: boolean;
  onRemove: () => Promise<unknown>;
  /** The picture, on the ground on which pages show it; `busy` replaces it during an upload. */
  frame: (busy: ReactNode) => ReactNode;
}

/** A picture of the studio: shown, uploaded immediately, replaced, and removed after a question. */
export function PictureField(props: PictureFieldProps) {
  const { accountId, variant, name, hint, texts, accept, hasPicture, readOnly = false, onRemove, frame } = props;
  const { t } = useTranslation(['errors', 'common']);
  const toast = useToast();
  const writable = useWritable() && !readOnly;
  const [isAsking, setAsking] = useState(false);
  const onSaved = () => toast({ title: texts.saved });
  const { isBusy, failure, upload } = usePictureUpload({ accountId, variant, onSaved });
  const choose = hasPicture ? texts.replace : texts.choose;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="text-caption font-medium">{name}</p>
      {frame(isBusy && <Spinner text={t('common:loading')} />)}
      <p className="text-caption text-soft">{hint}</p>
      {failure && (
        <Banner tone="danger" title={texts.failed}>
          {failure.code && t(failure.code === 'not_an_image' ? 'not_a_picture' : failure.code)}
        </Banner>
      )}
      <div className="flex items-center gap-2">
        <FilePicker
          label={`${name}: ${choose}`}
          text={choose}
          icon={<ImagePlus />}
          accept={accept}
          disabled={isBusy || !writable}
          onFiles={([file]) => file && void upload(file)}
        />
        {hasPicture && !readOnly && (
          <IconButton
            label={`${texts.remove}: ${name}`}
            icon={<Trash2 aria-hidden />}
            writes
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.removeAsk}
        description={texts.removeText}
        confirmLabel={texts.remove}
        onConfirm={() => {
          setAsking(false);
          void onRemove();
        }}
      />
    </div>
  );
}
