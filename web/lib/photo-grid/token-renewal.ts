import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { type BackoffBounds, retryDelay } from '../backoff.ts';

/**
 * Storage key of the account that the cookie is for. A browser has one cookie for all windows: each window renews it
 * for its own account when it gets the focus.
 */
export const IMAGE_TOKEN_ACCOUNT_KEY = 'image-token-account';

/** Milliseconds before expiry at which the token is renewed, so that a slow network shows no broken pictures. */
const MARGIN_MS = MINUTE_MS;
/** Delays after a failure. */
const RETRY: BackoffBounds = { first: 5 * SECOND_MS, max: 2 * MINUTE_MS };

interface TokenRenewalOptions {
  /** Requests a token. Returns its expiry in epoch milliseconds; rejects with an `ApiError`. */
  request: () => Promise<number>;
  /** True if another window has replaced the cookie. */
  isReplaced: () => boolean;
  random?: () => number;
}

/** Keeps an image token valid: requests it immediately, before it expires, and on `wake` if it has ended meanwhile. */
export function createTokenRenewal({ request, isReplaced, random = Math.random }: TokenRenewalOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let until = 0;
  let failures = 0;
  /** The server has answered that it wants no request before this time. */
  let quietUntil = 0;
  let isAsking = false;
  let isEnded = false;

  async function renew(): Promise<void> {
    clearTimeout(timer);
    if (isAsking) return;
    isAsking = true;
    let wait: number;
    try {
      until = await request();
      failures = 0;
      wait = Math.max(RETRY.first, until - Date.now() - MARGIN_MS);
    } catch (error) {
      // Offline: pictures in the browser's cache still show, the others wait.
      wait = retryDelay(error, failures++, RETRY, random);
      if ((error as { status?: number }).status) quietUntil = Date.now() + wait;
    }
    isAsking = false;
    if (!isEnded) timer = setTimeout(() => void renew(), wait);
  }

  void renew();
  return {
    wake() {
      if (isEnded || Date.now() < quietUntil) return;
      if (until - Date.now() < MARGIN_MS || isReplaced()) void renew();
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
