import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ReorderState, ReorderStore } from './arranging.ts';
import { DragPreview } from './arrange-ghost.tsx';
import type { SectionsLayout } from './chapters-layout.ts';
import type { PhotoRow } from './photo-rows.ts';
import { dropLine } from './slots.ts';

interface DropIndicatorProps {
  store: ReorderStore;
  layout: SectionsLayout;
  /** Pixels between photos. */
  gap: number;
  photoOf: (id: string) => PhotoRow | undefined;
  /** The place in words, for whoever moves with the keys. */
  tell: (now: ReorderState) => string;
}

/** Where the photos would go, and, beside the pointer, how many they are. Drawn alone while the grid stands still. */
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

/** A line between two photos, or a frame around the room of a section that has none. */
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
