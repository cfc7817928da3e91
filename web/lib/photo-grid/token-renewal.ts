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
export class TokenRenewal {
  readonly #options: TokenRenewalOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #until = 0;
  #failures = 0;
  /** The server has answered that it wants no request before this time. */
  #quietUntil = 0;
  #isAsking = false;
  #isEnded = false;

  constructor(options: TokenRenewalOptions) {
    this.#options = options;
    void this.#renew();
  }

  wake(): void {
    if (this.#isEnded || Date.now() < this.#quietUntil) return;
    if (this.#until - Date.now() < MARGIN_MS || this.#options.isReplaced()) void this.#renew();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  async #renew(): Promise<void> {
    const { request, random = Math.random } = this.#options;
    clearTimeout(this.#timer);
    if (this.#isAsking) return;
    this.#isAsking = true;
    let wait: number;
    try {
      this.#until = await request();
      this.#failures = 0;
      wait = Math.max(RETRY.first, this.#until - Date.now() - MARGIN_MS);
    } catch (error) {
      // Offline: pictures in the browser's cache still show, the others wait.
      wait = retryDelay(error, this.#failures++, RETRY, random);
      if ((error as { status?: number }).status) this.#quietUntil = Date.now() + wait;
    }
    this.#isAsking = false;
    if (!this.#isEnded) this.#timer = setTimeout(() => void this.#renew(), wait);
  }
}
