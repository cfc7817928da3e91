import { useEffect, useState } from 'react';

/** Pixels per millisecond above which pictures are not requested: four screens of a phone per second. */
const FAST = 3;
/** Idle time after which scrolling counts as stopped, in milliseconds. */
const STILL_MS = 120;

/**
 * Tracks how fast a page scrolls. Requesting a picture costs a phone more than rendering its row, so pictures that pass
 * by quickly are requested only when scrolling slows down.
 */
export class ScrollSpeed {
  readonly #waiting = new Set<() => void>();
  #last: { y: number; at: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFast = false;

  get isFast(): boolean {
    return this.#isFast;
  }

  /** Records a scroll position in pixels; `at` in milliseconds of any clock. */
  moved(y: number, at: number): void {
    const before = this.#last;
    this.#last = { y, at };
    // After a pause, a single event's distance over the whole pause says nothing about the speed.
    const fast = before !== null && at - before.at < STILL_MS && Math.abs(y - before.y) > FAST * (at - before.at);
    clearTimeout(this.#timer);
    if (!fast) return this.#calm();
    this.#isFast = true;
    this.#timer = setTimeout(() => this.#calm(), STILL_MS);
  }

  /** Calls `call` once when scrolling slows down. Returns a function that cancels it. */
  onCalm(call: () => void): () => void {
    this.#waiting.add(call);
    return () => void this.#waiting.delete(call);
  }

  #calm(): void {
    this.#isFast = false;
    const calls = [...this.#waiting];
    this.#waiting.clear();
    for (const call of calls) call();
  }
}

let windowSpeed: ScrollSpeed | undefined;

/** Returns the tracker of the window, created on first use. */
function getWindowSpeed(): ScrollSpeed {
  if (windowSpeed) return windowSpeed;
  const speed = (windowSpeed = new ScrollSpeed());
  window.addEventListener('scroll', ({ timeStamp }) => speed.moved(window.scrollY, timeStamp), { passive: true });
  return speed;
}

/** True for a component that mounted during fast scrolling, until it slows down. */
export function useDeferWhileScrolling(): boolean {
  const [isDeferred, setDeferred] = useState(() => !import.meta.env.SSR && getWindowSpeed().isFast);
  useEffect(() => (isDeferred ? getWindowSpeed().onCalm(() => setDeferred(false)) : undefined), [isDeferred]);
  return isDeferred;
}
