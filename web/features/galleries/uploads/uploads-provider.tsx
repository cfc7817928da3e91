import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useApi } from '#web/lib/api.tsx';
import { isPending, summarise, type Uploads } from './upload-item.ts';
import { UploadManager } from './upload-manager.ts';
import { UploadPanel } from './upload-panel.tsx';

const UploadsContext = createContext<Uploads | null>(null);

/** Uploads go on while the person walks through the studio; closing the window warns. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [manager] = useState(() => new UploadManager(api));
  // Signing out or changing the account ends what is on its way.
  useEffect(() => () => manager.stop(), [manager]);
  const items = useSyncExternalStore(manager.subscribe, manager.items);
  const uploads = useMemo<Uploads>(
    () => ({
      items,
      summary: summarise(items.values()),
      add: (galleryId, files) => manager.add(galleryId, files),
      retry: (photoId) => manager.retry(photoId),
      retryAll: () => manager.retryAll(),
      cancel: (photoId) => manager.cancel([photoId]),
      cancelAll: () => manager.cancelAll(),
      clear: () => manager.clear(),
    }),
    [manager, items],
  );
  useWarnOnLeave([...items.values()].some((item) => isPending(item) || item.state === 'failed'));
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
    // The browser's own words; ours would not be shown.
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
