import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import type { PublicPhoto } from '#core/api/public.ts';
import type { Tile } from '#web/lib/photo-grid/justified-rows.ts';
import { PhotoImage } from '../photos/photo-image.tsx';
import { photoHash } from '../photos/use-photo-hash.ts';
import { scaled } from './section-layout.ts';

interface PhotoLinkProps {
  galleryId: string;
  photo: PublicPhoto;
  tile: Tile;
  /** Scale of the tile, see `scaled`. */
  scale: number | null;
  /** Returns the accessible name of the photo at an index. */
  labelOf: (photo: PublicPhoto, index: number) => string;
  /** Null: nothing is being selected, and a click opens the photo. */
  chosen: boolean | null;
  onOpen: (photoId: string) => void;
  onToggle: (index: number, range: boolean) => void;
  onFocus: (index: number) => void;
}

/** A photo in the grid. Memoised, so that scrolling renders only the rows that enter and leave. */
export const PhotoLink = memo(function PhotoLink(props: PhotoLinkProps) {
  const { galleryId, photo, tile, scale, labelOf, chosen, onOpen, onToggle, onFocus } = props;
  const { index, left, top, width, height } = tile;
  const label = labelOf(photo, index);
  const common = {
    'data-index': index,
    'data-photo': photo.id,
    'data-video': photo.video,
    className: 'absolute block rounded-print p-0 contain-strict active:brightness-90',
    style: {
      left: scaled(left, scale),
      top: scaled(top, scale),
      width: scaled(width, scale),
      height: scaled(height, scale),
    },
    onFocus: () => onFocus(index),
  };
  const picture = (
    <PhotoImage
      galleryId={galleryId}
      photo={photo}
      alt={label}
      sizes={scale === null ? `${Math.ceil(width)}px` : `${Math.ceil(width * scale)}vw`}
    />
  );
  if (chosen === null) {
    const open = (event: MouseEvent) => {
      // Modifier clicks open a new tab or window with the photo's own URL.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onOpen(photo.id);
    };
    return (
      <a href={photoHash(photo.id)} {...common} onClick={open}>
        {picture}
      </a>
    );
  }
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={chosen}
      aria-label={label}
      {...common}
      onClick={(event) => onToggle(index, event.shiftKey)}
    >
      {picture}
      <span
        className={clsx(
          'absolute top-2 left-2 flex size-7 items-center justify-center rounded-full border-2 border-on-photo',
          chosen ? 'bg-highlight text-on-highlight' : 'bg-veil text-transparent',
        )}
      >
        <Check aria-hidden className="size-4" strokeWidth={3} />
      </span>
      {chosen && <span className="absolute inset-0 border-4 border-highlight" />}
    </button>
  );
});
