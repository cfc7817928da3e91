import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useApi } from './api.tsx';

/** Renewed this long before it ends, in milliseconds: a slow network must not show a broken picture. */
const MARGIN_MS = 60_000;
/** Asked again after a failure, in milliseconds. */
const RETRY_MS = 5_000;

const ImageTokenContext = createContext(false);

/**
 * Every picture needs the image token (decisions §4), a cookie of five minutes. Fetched at once, renewed before it
 * ends, and again when the tab wakes or the network returns.
 */
export function ImageTokenProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let until = 0;
    let here = true;
    const renew = async () => {
      clearTimeout(timer);
      let wait = RETRY_MS;
      try {
        ({ expiresAt: until } = await api.images.token());
        if (here) setReady(true);
        wait = Math.max(RETRY_MS, until - Date.now() - MARGIN_MS);
      } catch {
        // Offline: pictures that are kept by the browser still show; the rest wait.
      }
      if (here) timer = setTimeout(() => void renew(), wait);
    };
    const wake = () => {
      if (document.visibilityState === 'visible' && until - Date.now() < MARGIN_MS) void renew();
    };
    void renew();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    return () => {
      here = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
    };
  }, [api]);
  return <ImageTokenContext value={ready}>{children}</ImageTokenContext>;
}

/** Whether pictures may be asked for. Until then their placeholders stand. */
export function useImagesReady(): boolean {
  return use(ImageTokenContext);
}
