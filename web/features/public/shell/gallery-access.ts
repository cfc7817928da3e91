import type { ResponseOf } from '#core/api/endpoint.ts';
import type { publicPages } from '#core/api/public.ts';
import type { GalleryAccess, Rights } from '#core/domain/grants.ts';
import { isFailure } from './failure.ts';

export type VerifyResponse = ResponseOf<typeof publicPages.verify>;

/** What is known at the gallery's door. */
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
  /** Grows with every image token; pictures that were refused ask again when it does. 0 is: no token yet. */
  tokens: () => number;
  /** Asks now, unless it is being asked. Never rejects: the state tells. */
  renew: () => Promise<void>;
  /** Tries a password. Rejects with the failure (`password_wrong`, `rate_limited`, `network`) and changes nothing then. */
  enter: (password: string) => Promise<void>;
  /** Asks if the token is about to end: for waking up, coming back and going online. */
  wake: () => void;
  /** A picture did not come. Most often its token ended while the page slept. */
  pictureFailed: () => void;
  stop: () => void;
}

interface GalleryAccessOptions {
  verify: (password?: string) => Promise<VerifyResponse>;
  /** A gallery whose photos stand in the page is open before anybody asked; its pictures wait for the token. */
  open?: boolean;
  clock?: () => number;
  /** Calls back after some milliseconds; answers how to call it off. */
  schedule?: (callback: () => void, delay: number) => () => void;
}

/** Until the door has answered, a visitor looks: whether downloads are allowed is part of the answer. */
const CHECKING: Rights = { view: true, download: false, select: false, comment: false };

/** The token's lifetime at the most (decisions §4). */
const TOKEN_MS = 5 * 60_000;
/** Ahead of the token's end: a slow 3G round trip, and the pictures that are on their way by then. */
const AHEAD_MS = 60_000;
/** Between two renewals that failed pictures ask for: a picture may be broken for good. */
const PICTURE_GAP_MS = 5000;
const MAX_RETRY_MS = 60_000;

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

/**
 * Keeps a gallery's door open: asks `verify` for the image token, renews it quietly before it ends, notices when
 * access is taken away. A network that is gone closes nothing: what is on the screen stays.
 */
export function createGalleryAccess({
  verify,
  open,
  clock = Date.now,
  schedule = browserTimer,
}: GalleryAccessOptions): GalleryAccessClient {
  let state: AccessState = open ? { phase: 'open', rights: CHECKING, offline: false } : { phase: 'asking' };
  let tokens = 0;
  let tokenEnds = 0;
  let lastAnswer = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let asking: Promise<void> | null = null;
  let stopped = false;
  let callOff = () => {};
  const listeners = new Set<() => void>();

  function publish(next: AccessState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function plan(delay: number) {
    callOff();
    if (!stopped) callOff = schedule(() => void renew(), delay);
  }

  function answered(answer: VerifyResponse) {
    lastAnswer = clock();
    failures = 0;
    if (answer.access !== 'granted') {
      callOff();
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
      callOff();
      return publish({ phase: 'missing' });
    }
    plan(retryDelay(error, failures));
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
    tokens: () => tokens,
    renew,
    async enter(password) {
      answered(await verify(password));
    },
    wake() {
      if (state.phase === 'unreachable') void renew();
      if (state.phase === 'open' && (failures > 0 || clock() > tokenEnds - AHEAD_MS)) void renew();
    },
    pictureFailed() {
      if (state.phase !== 'open' || asking) return;
      const due = lastAnswer + PICTURE_GAP_MS - clock();
      if (due <= 0) void renew();
      else plan(due);
    },
    stop() {
      stopped = true;
      callOff();
    },
  };
}

/**
 * How long the token lasts. The end is the server's time; a phone whose clock is off by a day must neither renew all
 * the time nor too late, so an answer outside what is possible means that the clock is wrong and the lifetime whole.
 */
function lifetimeOf(endsAt: number, now: number): number {
  const left = endsAt - now;
  return left > 0 && left <= TOKEN_MS ? left : TOKEN_MS;
}

function retryDelay(error: unknown, failures: number): number {
  const retryAfter = isFailure(error) ? Number(error.params.retryAfter) : 0;
  if (retryAfter > 0) return retryAfter * 1000;
  return Math.min(MAX_RETRY_MS, 1000 * 2 ** failures);
}
