import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '#web/lib/api/api-context.tsx';
import { askBeforeLeaving } from '#web/lib/browser/ask-before-leaving.ts';
import { useWakeLock } from '#web/lib/browser/use-wake-lock.ts';
import { summarise, type Uploads } from './upload-item.ts';
import { UploadPanel } from './upload-panel.tsx';
import { UploadQueue } from './upload-queue.ts';

const UploadsContext = createContext<Uploads | null>(null);

/** Keeps uploads running while the user changes pages; warns before the window closes. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [queue] = useState(() => new UploadQueue(api.uploads));
  // Sign-out or an account switch stops the uploads.
  useEffect(() => () => queue.stop(), [queue]);
  useEffect(() => {
    window.addEventListener('online', queue.reconnected);
    return () => window.removeEventListener('online', queue.reconnected);
  }, [queue]);
  const items = useSyncExternalStore(queue.list.subscribe, queue.list.items);
  const uploads = useMemo<Uploads>(
    () => ({
      items,
      summary: summarise(items.values()),
      add: (...upload) => queue.add(...upload),
      replace: (galleryId, photoId, file) => queue.replace(galleryId, photoId, file),
      resumeFrom: (galleryId, files, unfinished) => queue.resumeFrom(galleryId, files, unfinished),
      discard: (galleryId, unfinished) => queue.discard(galleryId, unfinished),
      pause: (photoId) => queue.pause([photoId]),
      pauseAll: () => queue.pause(),
      resume: (photoId) => queue.resume([photoId]),
      resumeAll: () => queue.resume(),
      retry: (photoId) => queue.retry([photoId]),
      retryAll: () => queue.retry(),
      cancel: (photoId) => queue.cancel([photoId]),
      cancelAll: () => queue.cancel(),
      resolveDuplicates: (answer) => queue.answerDuplicates(answer),
      clear: () => queue.clear(),
    }),
    [queue, items],
  );
  // A phone that turns its screen off stops them.
  useWakeLock(uploads.summary.pending > 0);
  const isUnfinished = uploads.summary.unfinished > 0;
  useEffect(() => (isUnfinished ? askBeforeLeaving() : undefined), [isUnfinished]);
  return (
    <UploadsContext value={uploads}>
      {children}
      {items.size > 0 && <UploadPanel uploads={uploads} />}
    </UploadsContext>
  );
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads needs an UploadsProvider above it');
  return uploads;
}
