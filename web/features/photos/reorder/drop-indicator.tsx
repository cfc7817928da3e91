import { useMemo, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { photoSources } from '#core/domain/photos/image-sources.ts';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import type { SectionsLayout } from '../sections-layout.ts';
import type { PhotoSection } from '../sections.ts';
import type { PhotoRow } from '../types.ts';
import { dropLine } from './drop-positions.ts';
import type { ReorderState, ReorderStore } from './reorder.ts';

interface DragPreviewProps {
  /** Pointer position in the window, pixels. */
  x: number;
  y: number;
  photo: PhotoRow | undefined;
  count: number;
}

/** Small preview of the dragged photos beside the pointer, so that the target stays visible. */
function DragPreview({ x, y, photo, count }: DragPreviewProps) {
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

interface DropIndicatorProps {
  store: ReorderStore;
  layout: SectionsLayout;
  /** Pixels between photos. */
  gap: number;
  photoOf: (id: string) => PhotoRow | undefined;
  /** Describes the position, for keyboard users. */
  tell: (now: ReorderState) => string;
}

/** Shows the drop position, and the number of photos beside the pointer. Renders independently of the grid. */
export function DropIndicator({ store, layout, gap, photoOf, tell }: DropIndicatorProps) {
  const { t } = useTranslation('photos');
  const now = useSyncExternalStore(store.subscribe, store.get);
  const byKeys = now !== null && now.point === null;
  return (
    <>
      {now && <DropLineMark now={now} layout={layout} gap={gap} />}
      {now?.point &&
        createPortal(
          <DragPreview {...now.point} photo={photoOf(now.ids[0] ?? '')} count={now.ids.length} />,
          document.body,
        )}
      {byKeys && (
        <p className="fixed inset-x-0 bottom-20 z-40 mx-auto w-fit max-w-[calc(100%-1.5rem)] rounded-control bg-ink px-4 py-2.5 text-paper shadow-lift md:bottom-6">
          {t('arrange.keys')}
        </p>
      )}
      <output aria-live="assertive" className="sr-only">
        {byKeys ? tell(now) : store.wasCancelled && t('arrange.cancelled')}
      </output>
    </>
  );
}

/** A line between two photos, or a frame around an empty section. */
function DropLineMark({ now, layout, gap }: { now: ReorderState } & Pick<DropIndicatorProps, 'layout' | 'gap'>) {
  const line = dropLine(layout, now.slot, gap);
  if (!line) return null;
  const isRoom = layout.sections[now.slot.section]?.count === 0;
  return isRoom ? (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 z-10 rounded-control border-2 border-accent"
      style={{ top: line.top, height: line.height }}
    />
  ) : (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-1 -translate-x-1/2 rounded-full bg-accent"
      style={{ left: line.left, top: line.top, height: line.height }}
    />
  );
}

/** Returns a function that describes the drop position: "Before IMG_0003.jpg, in Ceremony". */
export function useDropPositionLabel(
  layout: SectionsLayout,
  sections: readonly PhotoSection[],
): (now: ReorderState) => string {
  const { t } = useTranslation('photos');
  return ({ ids, slot }) => {
    const photoSection = sections[slot.section];
    const box = layout.sections[slot.section];
    if (!photoSection || !box) return '';
    const next = photoSection.photos[slot.index - box.first];
    const target = next ? t('arrange.before', { name: next.filename }) : t('arrange.end');
    const section = photoSection.section ? t('arrange.in', { name: photoSection.section.name }) : '';
    return [t('arrange.lifted', { count: ids.length }), target, section].filter(Boolean).join(' ');
  };
}
