import type { ResponseOf } from '#core/api/endpoint.ts';
import type { publicPages } from '#core/api/public.ts';
import type { GalleryAccess, Rights } from '#core/domain/galleries/grants.ts';
import { backoff, type BackoffBounds, retryDelay } from '#web/lib/backoff.ts';
import { isFailure } from './failure.ts';

export type VerifyResponse = ResponseOf<typeof publicPages.verify>;

/** State of the visitor's access to a gallery. */
export type AccessState =
  | { phase: 'asking' }
  | { phase: 'open'; rights: Rights; offline: boolean }
  | { phase: 'closed'; access: Exclude<GalleryAccess, 'granted'> }
  | { phase: 'missing' }
  | { phase: 'unreachable' };

export interface GalleryAccessClient {
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  state: () => AccessState;
  /** The state before the first answer, which the server's HTML shows. */
  initialState: () => AccessState;
  /** Number of image tokens received, 0 before the first. Failed images retry when it grows. */
  tokens: () => number;
  /** Number of tokens before the first answer: 1 if one came with the page. */
  initialTokens: () => number;
  /** Requests a token, unless a request is pending. Never rejects: read the state. */
  renew: () => Promise<void>;
  /**
   * Sends a password. Rejects with the failure (`password_wrong`, `rate_limited`, `network`) and then keeps the state.
   */
  enter: (password: string) => Promise<void>;
  /** Renews the token if it is about to expire: after sleep, on return and when back online. */
  wake: () => void;
  /** Reports a failed image. Usually its token expired while the page slept. */
  pictureFailed: () => void;
  stop: () => void;
}

interface GalleryAccessOptions {
  verify: (password?: string) => Promise<VerifyResponse>;
  /**
   * True if the page data contains the photos: the gallery opens without a request.
   */
  open?: boolean;
  /** Why the gallery is closed to strangers, by the page data: shown until `verify` answers for this visitor. */
  door?: GalleryAccess | undefined;
  /** True if an image token came with the page (functions/edge/page-response.ts). */
  token?: boolean;
  clock?: () => number;
  /** Calls back after `delay` milliseconds; returns a function that cancels it. */
  schedule?: (callback: () => void, delay: number) => () => void;
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

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

/**
 * Keeps access to a gallery: requests the image token from `verify`, renews it before it expires and notices when
 * access is revoked. A network failure closes nothing.
 */
export function createGalleryAccess({
  verify,
  open,
  door = 'granted',
  token,
  clock = Date.now,
  schedule = browserTimer,
  random = Math.random,
}: GalleryAccessOptions): GalleryAccessClient {
  const initial: AccessState = open
    ? { phase: 'open', rights: CHECKING, offline: false }
    : door === 'granted'
      ? { phase: 'asking' }
      : { phase: 'closed', access: door };
  let state: AccessState = initial;
  const initialTokens = token ? 1 : 0;
  let tokens = initialTokens;
  let tokenEnds = 0;
  let lastAnswer = Number.NEGATIVE_INFINITY;
  let failures = 0;
  /** Number of answers that failed images have asked for, and whether they ask for the next one. */
  let forPictures = 0;
  let isForPictures = false;
  /** The server has asked for a pause until then. */
  let quietUntil = 0;
  let asking: Promise<void> | null = null;
  let stopped = false;
  let cancelTimer = () => {};
  const listeners = new Set<() => void>();

  function publish(next: AccessState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function plan(delay: number) {
    cancelTimer();
    if (!stopped) cancelTimer = schedule(() => void renew(), delay);
  }

  function answered(answer: VerifyResponse) {
    lastAnswer = clock();
    failures = 0;
    if (isForPictures) forPictures += 1;
    isForPictures = false;
    if (answer.access !== 'granted') {
      cancelTimer();
      return publish({ phase: 'closed', access: answer.access });
    }
    const lifetime = lifetimeOf(answer.imagesUntil, clock());
    tokenEnds = clock() + lifetime;
    tokens += 1;
    plan(Math.max(lifetime - AHEAD_MS, lifetime / 2));
    publish({ phase: 'open', rights: answer.rights, offline: false });
  }

  function failed(error: unknown) {
    lastAnswer = clock();
    failures += 1;
    if (isFailure(error, 'not_found')) {
      cancelTimer();
      return publish({ phase: 'missing' });
    }
    const delay = retryDelay(error, failures - 1, RETRY, random);
    if (isFailure(error) && error.params.retryAfter !== undefined) quietUntil = clock() + delay;
    plan(delay);
    publish(state.phase === 'open' ? { ...state, offline: true } : { phase: 'unreachable' });
  }

  async function renew(): Promise<void> {
    asking ??= verify()
      .then(answered, failed)
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    initialState: () => initial,
    tokens: () => tokens,
    initialTokens: () => initialTokens,
    renew,
    async enter(password) {
      // A first answer that arrived later would close the gallery again.
      await asking;
      answered(await verify(password));
    },
    wake() {
      if (clock() < quietUntil) return;
      if (state.phase === 'unreachable') void renew();
      if (state.phase === 'open' && (failures > 0 || clock() > tokenEnds - AHEAD_MS)) void renew();
    },
    pictureFailed() {
      if (state.phase !== 'open' || asking) return;
      const due = lastAnswer + backoff(forPictures, PICTURE_GAP, random) - clock();
      isForPictures = true;
      if (due <= 0) void renew();
      else plan(due);
    },
    stop() {
      stopped = true;
      cancelTimer();
    },
  };
}

/**
 * Returns the remaining lifetime in milliseconds. `endsAt` is server time, and a device clock may be wrong by a day. An
 * implausible result means a wrong clock, so the full lifetime counts from now.
 */
function lifetimeOf(endsAt: number, now: number): number {
  const remaining = endsAt - now;
  return remaining > 0 && remaining <= TOKEN_MS ? remaining : TOKEN_MS;
}
