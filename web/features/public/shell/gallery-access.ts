import type { ResponseOf } from '#core/api/endpoint.ts';
import type { publicPages } from '#core/api/public.ts';
import type { GalleryAccess, Rights } from '#core/domain/galleries/grants.ts';
import { backoff, type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';
import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';
import { isFailure } from './failure.ts';

export type VerifyResponse = ResponseOf<typeof publicPages.verify>;

/** State of the visitor's access to a gallery. */
export type AccessState =
  | { phase: 'asking' }
  | { phase: 'open'; rights: Rights; offline: boolean }
  | { phase: 'closed'; access: Exclude<GalleryAccess, 'granted'> }
  | { phase: 'missing' }
  | { phase: 'unreachable' };

interface GalleryAccessOptions {
  verify: (password?: string) => Promise<VerifyResponse>;
  /**
   * True if the page data contains the photos: the gallery opens without a request.
   */
  open?: boolean;
  /** Why the gallery is closed to strangers, by the page data: shown until `verify` answers for this visitor. */
  initialAccess?: GalleryAccess | undefined;
  /** True if an image token came with the page (functions/edge/page-response.ts). */
  token?: boolean;
  clock?: () => number;
  schedule?: Schedule;
  random?: () => number;
}

/** Rights until the first answer, which says whether downloads are permitted. */
const CHECKING: Rights = { view: true, download: false, select: false, comment: false };

/** Maximum lifetime of the token, milliseconds. */
const TOKEN_MS = 5 * 60_000;
/** Renewal before the token expires, milliseconds: covers a slow 3G round trip and images that are still loading. */
const AHEAD_MS = 60_000;
/** Minimum time between two renewals caused by failed images; it grows, because an image may be broken permanently. */
const PICTURE_GAP: BackoffBounds = { first: 5000, max: 60_000 };
const RETRY: BackoffBounds = { first: 2000, max: 60_000 };

/**
 * Keeps access to a gallery: requests the image token from `verify`, renews it before it expires and notices when
 * access is revoked. A network failure closes nothing.
 */
export class GalleryAccessClient {
  readonly #verify: GalleryAccessOptions['verify'];
  readonly #clock: () => number;
  readonly #schedule: Schedule;
  readonly #random: () => number;
  readonly #initialState: AccessState;
  readonly #initialTokens: number;
  readonly #listeners = new Set<() => void>();
  #state: AccessState;
  #tokens: number;
  #tokenEnds = 0;
  #lastAnswer = Number.NEGATIVE_INFINITY;
  #failures = 0;
  /** Number of answers that failed images have asked for, and whether they ask for the next one. */
  #forPictures = 0;
  #isForPictures = false;
  /** The server has asked for a pause until then. */
  #quietUntil = 0;
  #asking: Promise<void> | null = null;
  #isStopped = false;
  #cancelTimer = () => {};

  constructor({ verify, open, initialAccess = 'granted', token, ...given }: GalleryAccessOptions) {
    this.#verify = verify;
    this.#clock = given.clock ?? Date.now;
    this.#schedule = given.schedule ?? browserTimer;
    this.#random = given.random ?? Math.random;
    this.#initialState = open
      ? { phase: 'open', rights: CHECKING, offline: false }
      : initialAccess === 'granted'
        ? { phase: 'asking' }
        : { phase: 'closed', access: initialAccess };
    this.#state = this.#initialState;
    this.#initialTokens = token ? 1 : 0;
    this.#tokens = this.#initialTokens;
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): AccessState => this.#state;

  /** The state before the first answer, which the server's HTML shows. */
  initialState = (): AccessState => this.#initialState;

  /** Number of image tokens received, 0 before the first. Failed images retry when it grows. */
  tokens = (): number => this.#tokens;

  /** Number of tokens before the first answer: 1 if one came with the page. */
  initialTokens = (): number => this.#initialTokens;

  /** Requests a token, unless a request is pending. Never rejects: read the state. */
  renew(): Promise<void> {
    this.#asking ??= this.#verify()
      .then(
        (answer) => this.#answered(answer),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  /**
   * Sends a password. Rejects with the failure (`password_wrong`, `rate_limited`, `network`) and then keeps the state.
   */
  async enter(password: string): Promise<void> {
    // A first answer that arrived later would close the gallery again.
    await this.#asking;
    this.#answered(await this.#verify(password));
  }

  /** Renews the token if it is about to expire: after sleep, on return and when back online. */
  wake(): void {
    const now = this.#clock();
    if (now < this.#quietUntil) return;
    const { phase } = this.#state;
    const isDue = this.#failures > 0 || now > this.#tokenEnds - AHEAD_MS;
    if (phase === 'unreachable' || (phase === 'open' && isDue)) void this.renew();
  }

  /** Reports a failed image. Usually its token expired while the page slept. */
  pictureFailed(): void {
    if (this.#state.phase !== 'open' || this.#asking) return;
    const due = this.#lastAnswer + backoff(this.#forPictures, PICTURE_GAP, this.#random) - this.#clock();
    this.#isForPictures = true;
    if (due <= 0) void this.renew();
    else this.#plan(due);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
  }

  #publish(next: AccessState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  #plan(delay: number): void {
    this.#cancelTimer();
    if (!this.#isStopped) this.#cancelTimer = this.#schedule(() => void this.renew(), delay);
  }

  #answered(answer: VerifyResponse): void {
    const now = this.#clock();
    this.#lastAnswer = now;
    this.#failures = 0;
    if (this.#isForPictures) this.#forPictures += 1;
    this.#isForPictures = false;
    if (answer.access !== 'granted') {
      this.#cancelTimer();
      return this.#publish({ phase: 'closed', access: answer.access });
    }
    const lifetime = lifetimeOf(answer.imagesUntil, now);
    this.#tokenEnds = now + lifetime;
    this.#tokens += 1;
    this.#plan(Math.max(lifetime - AHEAD_MS, lifetime / 2));
    this.#publish({ phase: 'open', rights: answer.rights, offline: false });
  }

  #failed(error: unknown): void {
    this.#lastAnswer = this.#clock();
    this.#failures += 1;
    if (isFailure(error, 'not_found')) {
      this.#cancelTimer();
      return this.#publish({ phase: 'missing' });
    }
    const delay = retryDelay(error, this.#failures - 1, RETRY, this.#random);
    if (isFailure(error) && error.params.retryAfter !== undefined) this.#quietUntil = this.#clock() + delay;
    this.#plan(delay);
    this.#publish(this.#state.phase === 'open' ? { ...this.#state, offline: true } : { phase: 'unreachable' });
  }
}

/**
 * Returns the remaining lifetime in milliseconds. `endsAt` is server time, and a device clock may be wrong by a day. An
 * implausible result means a wrong clock, so the full lifetime counts from now.
 */
function lifetimeOf(endsAt: number, now: number): number {
  const remaining = endsAt - now;
  return remaining > 0 && remaining <= TOKEN_MS ? remaining : TOKEN_MS;
}
