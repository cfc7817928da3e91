import { clsx } from 'clsx';
import { Bookmark, Check, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { Tag, type Tone } from '../feedback/tag.tsx';
import { BlurUpImage, RotatedImage } from './image.tsx';

interface PhotoTileProps extends Omit<ComponentProps<'div'>, 'onSelect' | 'children'> {
  /** File name or description of the photo. */
  name: string;
  /** Absent until a rendition exists. */
  src?: string | undefined;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** Pixels of the original: the tile keeps their ratio. */
  width: number;
  height: number;
  /** base64. */
  thumbhash?: string | null | undefined;
  selected?: boolean;
  /** Label of the checkbox: "Select IMG_0001.jpg". `onSelect` adds the checkbox. */
  selectLabel?: string;
  onSelect?: (selected: boolean, event: { shiftKey: boolean }) => void;
  /** Label of the cover mark; absent if the photo is not the cover. */
  coverLabel?: string | undefined;
  /** Label of the hidden mark; absent if visitors see the photo. */
  hiddenLabel?: string | undefined;
  /** Length of a video, `0:42`; empty if unknown, absent for a photo. */
  videoLength?: string | undefined;
  status?: { tone: Tone; label: string } | undefined;
  /** Shown with the name instead of a picture: why the file has none. */
  emptyLabel?: string | undefined;
  /** Clockwise rotation of the picture in degrees; `width` and `height` are those of the rotated picture. */
  rotation?: 0 | 90 | 180 | 270 | undefined;
}

/**
 * An uncropped photograph in its own ratio. `tabIndex`, `onKeyDown`, `onClick` and `ref` belong to the grid that lays
 * out the tiles and moves the focus.
 */
export function PhotoTile({ name, src, srcSet, sizes, width, height, thumbhash, ...props }: PhotoTileProps) {
  const {
    selected = false,
    selectLabel,
    onSelect,
    coverLabel,
    hiddenLabel,
    videoLength,
    status,
    emptyLabel,
    rotation = 0,
    className,
    ...rest
  } = props;
  const placeholder = useMemo(() => placeholderUrl(thumbhash), [thumbhash]);
  return (
    <div
      {...rest}
      data-video={status ? undefined : videoLength}
      style={{ aspectRatio: `${width} / ${height}`, ...rest.style }}
      className={clsx(
        'group relative overflow-hidden rounded-print bg-sunken',
        selected && 'outline-2 outline-offset-2 outline-accent',
        className,
      )}
    >
      <RotatedImage degrees={rotation} ratio={width / height} faint={hiddenLabel !== undefined}>
        <BlurUpImage
          alt={name}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          width={width}
          height={height}
          placeholder={placeholder}
        />
      </RotatedImage>
      {emptyLabel && (
        <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center bg-sunken p-3 text-center text-caption">
          <span className="max-w-full truncate">{name}</span>
          <span className="text-soft">{emptyLabel}</span>
        </div>
      )}
      {onSelect && (
        <div className="absolute top-0 left-0 flex size-control items-center justify-center">
          <Tick selected={selected} />
          <input
            type="checkbox"
            aria-label={selectLabel ?? name}
            checked={selected}
            // A click on the tile opens the photo: do not propagate.
            onClick={(event) => event.stopPropagation()}
            onChange={(event) => onSelect(event.target.checked, event.nativeEvent as MouseEvent)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-offset-[-6px] focus-visible:outline-on-photo"
          />
        </div>
      )}
      {(coverLabel || hiddenLabel || status) && (
        <div className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex items-end gap-1.5">
          {coverLabel && (
            <Mark label={coverLabel} icon={<Bookmark aria-hidden className="size-3.5 fill-accent text-accent" />} />
          )}
          {hiddenLabel && <Mark label={hiddenLabel} icon={<EyeOff aria-hidden className="size-3.5" />} bare />}
          {status && (
            <span className="ml-auto min-w-0 overflow-hidden rounded-print bg-raised px-2 py-0.5">
              <Tag tone={status.tone}>{status.label}</Tag>
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function Tick({ selected }: { selected: boolean }) {
  return (
    <span
      className={clsx(
        'flex size-6 items-center justify-center rounded-full border border-on-photo transition-opacity',
        selected ? 'bg-accent text-on-accent' : 'bg-veil text-transparent',
        // Touch has no hover: always show the empty checkbox there.
        !selected &&
          'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100',
      )}
    >
      <Check aria-hidden className="size-4" strokeWidth={2.5} />
    </span>
  );
}

/** With `bare`, the label is for screen readers only: the icon is well known and space is limited. */
function Mark({ label, icon, bare = false }: { label: string; icon: ReactNode; bare?: boolean }) {
  return (
    <span
      className={clsx(
        'flex min-w-0 items-center gap-1 rounded-print bg-raised text-caption',
        bare ? 'p-1' : 'truncate px-2 py-0.5',
      )}
    >
      {icon}
      <span className={bare ? 'sr-only' : 'truncate'}>{label}</span>
    </span>
  );
}
