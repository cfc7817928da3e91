import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { type ImageQuery, imageUrl } from '#core/domain/image-params.ts';
import { useApi } from '../api/api-context.tsx';
import { readStored, writeStored } from '../browser/storage.ts';

/** Renewed this long before it ends, in milliseconds: a slow network must not show a broken picture. */
const MARGIN_MS = 60_000;
/** Asked again after a failure, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * Whose pictures the cookie opens: one browser has one, and windows on two accounts take turns. Whichever the person
 * turns to fetches its own.
 */
export const IMAGE_TOKEN_ACCOUNT_KEY = 'image-token-account';

const ImageTokenContext = createContext(false);

/**
 * Every picture needs the image token (decisions §4), a cookie of five minutes. Fetched at once, renewed before it
 * ends, and again when the tab wakes, the network returns, or a window on another account had the cookie meanwhile.
 */
export function ImageTokenProvider({ accountId, children }: { accountId: string; children: ReactNode }) {
  const api = useApi();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let until = 0;
    const left = new AbortController();
    const here = () => !left.signal.aborted;
    const renew = async () => {
      clearTimeout(timer);
      let wait = RETRY_MS;
      try {
        // A late answer for an account that was left would take the cookie from the next one.
        ({ expiresAt: until } = await api.images.token({}, { signal: left.signal }));
        writeStored(IMAGE_TOKEN_ACCOUNT_KEY, accountId);
        if (here()) setReady(true);
        wait = Math.max(RETRY_MS, until - Date.now() - MARGIN_MS);
      } catch {
        // Offline: pictures that are kept by the browser still show; the rest wait.
      }
      if (here()) timer = setTimeout(() => void renew(), wait);
    };
    const wake = () => {
      const ended = until - Date.now() < MARGIN_MS || (readStored(IMAGE_TOKEN_ACCOUNT_KEY) ?? accountId) !== accountId;
      if (document.visibilityState === 'visible' && ended) void renew();
    };
    void renew();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    return () => {
      left.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
    };
  }, [api, accountId]);
  return <ImageTokenContext value={ready}>{children}</ImageTokenContext>;
}

/** Whether pictures may be asked for. Until then their placeholders stand. */
export function useImagesReady(): boolean {
  return use(ImageTokenContext);
}

/**
 * A picture's address for an `<img>`. Without a gallery or file id it is '' and says so in the console (spec §8):
 * a page that asks for no picture in particular has a fault of its own, which nobody should have to guess.
 */
export function imageSrc(
  galleryId: string | null | undefined,
  fileId: string | null | undefined,
  query?: ImageQuery,
): string {
  const src = imageUrl(galleryId, fileId, query);
  // oxlint-disable-next-line no-console -- the spec asks for it
  if (src === '') console.warn('An image URL needs a gallery id and a filename', { galleryId, fileId });
  return src;
}
