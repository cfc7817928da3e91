import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '#web/lib/api/api-context.tsx';
import { summarise, type Uploads } from './upload-item.ts';
import { UploadManager } from './upload-manager.ts';
import { UploadPanel } from './upload-panel.tsx';

const UploadsContext = createContext<Uploads | null>(null);

/** Keeps uploads running while the user changes pages; warns before the window closes. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [manager] = useState(() => new UploadManager(api));
  // Sign-out or an account switch stops the uploads.
  useEffect(() => () => manager.stop(), [manager]);
  useEffect(() => {
    window.addEventListener('online', manager.reconnected);
    return () => window.removeEventListener('online', manager.reconnected);
  }, [manager]);
  const items = useSyncExternalStore(manager.list.subscribe, manager.list.all);
  const uploads = useMemo<Uploads>(
    () => ({
      items,
      summary: summarise(items.values()),
      add: (galleryId, files, unfinished) => manager.add(galleryId, files, unfinished),
      replace: (galleryId, photoId, file) => manager.replace(galleryId, photoId, file),
      resumeFrom: (galleryId, files, unfinished) => manager.resumeFrom(galleryId, files, unfinished),
      discard: (galleryId, unfinished) => manager.forget(galleryId, unfinished),
      pause: (photoId) => manager.pause([photoId]),
      pauseAll: () => manager.pause([...items.keys()]),
      resume: (photoId) => manager.resume([photoId]),
      resumeAll: () => manager.resume([...items.keys()]),
      retry: (photoId) => manager.retry([photoId]),
      retryAll: () => manager.retryAll(),
      cancel: (photoId) => manager.cancel([photoId]),
      cancelAll: () => manager.cancelAll(),
      resolveDuplicates: (answer) => manager.answerDuplicates(answer),
      clear: () => manager.clear(),
    }),
    [manager, items],
  );
  useWarnOnLeave(uploads.summary.unfinished > 0);
  return (
    <UploadsContext value={uploads}>
      {children}
      {items.size > 0 && <UploadPanel uploads={uploads} />}
    </UploadsContext>
  );
}

function useWarnOnLeave(unfinished: boolean): void {
  useEffect(() => {
    if (!unfinished) return;
    // Browsers show their own text here, never ours.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unfinished]);
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads needs an UploadsProvider above it');
  return uploads;
}
