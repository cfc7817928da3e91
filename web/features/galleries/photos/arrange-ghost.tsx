import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSources } from '#core/domain/photo-sources.ts';
import { placeholderUrl } from '#web/lib/thumbhash.ts';
import type { PhotoRow } from './photo-rows.ts';

interface DragPreviewProps {
  /** The pointer, in the window's pixels. */
  x: number;
  y: number;
  photo: PhotoRow | undefined;
  count: number;
}

/** What is being dragged, small beside the pointer, so that the place it goes to stays in sight. */
export function DragPreview({ x, y, photo, count }: DragPreviewProps) {
  const { t } = useTranslation('photos');
  const placeholder = useMemo(() => placeholderUrl(photo?.thumbhash), [photo?.thumbhash]);
  const src =
    photo?.status === 'ready' && photo.width
      ? photoSources(photo.galleryId, { fileId: photo.fileId, width: photo.width }).srcSet.split(' ')[0]
      : undefined;
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-50 flex items-center gap-3 rounded-control border border-line bg-raised py-1.5 pr-4 pl-1.5 text-ink shadow-lift"
      style={{ transform: `translate(${x + 14}px, ${y + 14}px)` }}
    >
      <span className="relative size-11 overflow-hidden rounded-print bg-sunken">
        {placeholder && <img src={placeholder} alt="" className="absolute inset-0 size-full object-cover" />}
        {src && <img src={src} alt="" className="absolute inset-0 size-full object-cover" />}
      </span>
      <span data-figures className="max-w-48 truncate font-medium">
        {count > 1 ? t('photoCount', { count }) : photo?.filename}
      </span>
    </div>
  );
}
