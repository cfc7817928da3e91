import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Arranging, ArrangingStore } from './arranging.ts';
import { ArrangeGhost } from './arrange-ghost.tsx';
import type { ChaptersLayout } from './chapters-layout.ts';
import type { PhotoRow } from './photo-rows.ts';
import { lineOf } from './slots.ts';

interface ArrangeLayerProps {
  store: ArrangingStore;
  layout: ChaptersLayout;
  /** Pixels between photos. */
  gap: number;
  photoOf: (id: string) => PhotoRow | undefined;
  /** The place in words, for whoever moves with the keys. */
  tell: (now: Arranging) => string;
}

/** Where the photos would go, and, beside the pointer, how many they are. Drawn alone while the grid stands still. */
export function ArrangeLayer({ store, layout, gap, photoOf, tell }: ArrangeLayerProps) {
  const { t } = useTranslation('photos');
  const now = useSyncExternalStore(store.subscribe, store.get);
  const byKeys = now !== null && now.point === null;
  return (
    <>
      {now && <Place now={now} layout={layout} gap={gap} />}
      {now?.point &&
        createPortal(
          <ArrangeGhost {...now.point} photo={photoOf(now.ids[0] ?? '')} count={now.ids.length} />,
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
function Place({ now, layout, gap }: { now: Arranging } & Pick<ArrangeLayerProps, 'layout' | 'gap'>) {
  const line = lineOf(layout, now.slot, gap);
  if (!line) return null;
  const isRoom = layout.chapters[now.slot.chapter]?.count === 0;
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
