import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/domain/durations.ts';
import { type ImageQuery, imageUrl } from '#core/domain/image-params.ts';
import { useApi } from '../api/api-context.tsx';
import { readStored, writeStored } from '../browser/storage.ts';

/** Milliseconds before expiry at which the token is renewed, so that a slow network shows no broken pictures. */
const MARGIN_MS = MINUTE_MS;
/** Milliseconds until the next try after a failure. */
const RETRY_MS = 5_000;

/**
 * Storage key of the account that the cookie is for. A browser has one cookie for all windows: each window renews it
 * for its own account when it gets the focus.
 */
export const IMAGE_TOKEN_ACCOUNT_KEY = 'image-token-account';

const ImageTokenContext = createContext(false);

/**
 * Keeps the image token valid, a cookie of five minutes that every picture needs (decisions §4). Fetches it at once,
 * before it expires, and when the tab wakes, the network returns or a window with another account has replaced the
 * cookie.
 */
export function ImageTokenProvider({ accountId, children }: { accountId: string; children: ReactNode }) {
  const api = useApi();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let until = 0;
    const controller = new AbortController();
    const isActive = () => !controller.signal.aborted;
    const renew = async () => {
      clearTimeout(timer);
      let wait = RETRY_MS;
      try {
        // Aborted on account switch: a late response would replace the cookie of the new account.
        ({ expiresAt: until } = await api.images.token({}, { signal: controller.signal }));
        writeStored(IMAGE_TOKEN_ACCOUNT_KEY, accountId);
        if (isActive()) setReady(true);
        wait = Math.max(RETRY_MS, until - Date.now() - MARGIN_MS);
      } catch {
        // Offline: pictures in the browser's cache still show, the others wait.
      }
      if (isActive()) timer = setTimeout(() => void renew(), wait);
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
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
    };
  }, [api, accountId]);
  return <ImageTokenContext value={ready}>{children}</ImageTokenContext>;
}

/** True once pictures can be requested. Show placeholders until then. */
export function useImagesReady(): boolean {
  return use(ImageTokenContext);
}

/**
 * Returns a picture's URL for an `<img>`. Without a gallery or file id returns '' and warns in the console (spec §8),
 * since the calling page has a bug.
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
