import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { readStored, writeStored } from '../browser/storage.ts';
import { IMAGE_TOKEN_ACCOUNT_KEY, TokenRenewal } from './token-renewal.ts';

const ImageTokenContext = createContext(false);

/**
 * Keeps the image token valid, a cookie of five minutes that every picture needs (docs/decisions/image-access.md).
 * Fetches it immediately, before it expires, and when the tab wakes, the network returns or a window with another
 * account has replaced the cookie.
 */
export function ImageTokenProvider({ accountId, children }: { accountId: string; children: ReactNode }) {
  const api = useApi();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const renewal = new TokenRenewal({
      request: async () => {
        // Aborted on account switch: a late response would replace the cookie of the new account.
        const { expiresAt } = await api.images.token({}, { signal: controller.signal });
        writeStored(IMAGE_TOKEN_ACCOUNT_KEY, accountId);
        if (!controller.signal.aborted) setReady(true);
        return expiresAt;
      },
      isReplaced: () => (readStored(IMAGE_TOKEN_ACCOUNT_KEY) ?? accountId) !== accountId,
    });
    const wake = () => document.visibilityState === 'visible' && renewal.wake();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    return () => {
      controller.abort();
      renewal.end();
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
