import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { retryDelay } from '../backoff.ts';

/** How often something is asked for that may change on the server; times in milliseconds. */
export interface Pace {
  /** Time between an answer and the next question, at first. */
  often: number;
  /** Number of such questions; after them the answer is no longer expected at any moment. */
  times: number;
  /** Time between the later ones. */
  rarely: number;
}

/** The part of `document` that a poll reads. */
type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Asks again and again while the page is visible, and when it becomes visible, never before the answer to the last
 * question. After failures it asks more and more rarely, and not before the time that a server has named.
 * @param ask rejects with an `ApiError` or a `Failure`
 * @returns a function that ends it
 */
export function poll(
  ask: () => Promise<unknown>,
  { often, times, rarely }: Pace,
  { page = document, random = Math.random }: { page?: Page; random?: () => number } = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let failures = 0;
  /** Due while the page was hidden. */
  let isMissed = false;
  let isEnded = false;
  let isAsking = false;

  function plan(delay: number) {
    isAsking = false;
    if (!isEnded) timer = setTimeout(next, delay);
  }

  function next() {
    isMissed = page.visibilityState === 'hidden';
    if (isMissed) return;
    isAsking = true;
    asked += 1;
    const pause = asked < times ? often : rarely;
    const bounds = { first: pause, max: Math.max(pause, MINUTE_MS) };
    ask().then(
      () => {
        failures = 0;
        plan(pause);
      },
      (error: unknown) => plan(retryDelay(error, failures++, bounds, random)),
    );
  }

  function onVisibility() {
    if (page.visibilityState === 'hidden' || isAsking) return;
    // The pause after a failure also holds for a person who returns.
    if (failures > 0 && !isMissed) return;
    clearTimeout(timer);
    next();
  }

  page.addEventListener('visibilitychange', onVisibility);
  plan(often);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisibility);
  };
}
