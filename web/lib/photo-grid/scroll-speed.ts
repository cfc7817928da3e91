import { useEffect, useState } from 'react';

/** Pixels a millisecond beyond which nobody sees what flies by: four screens of a phone in a second. */
const FAST = 3;
/** Without a word of the wheel or the thumb for so many milliseconds, the page stands still. */
const STILL_MS = 120;

/**
 * How fast a page is scrolled. Asking for a picture costs a phone's processor more than drawing its row, and its
 * network more still: what flies by is not asked for before the page calms down.
 */
export class ScrollSpeed {
  readonly #waiting = new Set<() => void>();
  #last: { y: number; at: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFast = false;

  get isFast(): boolean {
    return this.#isFast;
  }

  /** The page stands at `y` pixels; `at` in milliseconds of any clock. */
  moved(y: number, at: number): void {
    const before = this.#last;
    this.#last = { y, at };
    // After a rest, the distance of one event over the whole rest would tell nothing.
    const fast = before !== null && at - before.at < STILL_MS && Math.abs(y - before.y) > FAST * (at - before.at);
    clearTimeout(this.#timer);
    if (!fast) return this.#calm();
    this.#isFast = true;
    this.#timer = setTimeout(() => this.#calm(), STILL_MS);
  }

  /** Calls once, when the page has calmed down; answers how to take that back. */
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

/** The window's own, watched from the first time it is asked for. */
function getWindowSpeed(): ScrollSpeed {
  if (windowSpeed) return windowSpeed;
  const pace = (windowSpeed = new ScrollSpeed());
  window.addEventListener('scroll', ({ timeStamp }) => pace.moved(window.scrollY, timeStamp), { passive: true });
  return pace;
}

/** True for what came into the document while the page flew by, until it calms down. */
export function useDeferWhileScrolling(): boolean {
  const [flown, setFlown] = useState(() => getWindowSpeed().isFast);
  useEffect(() => (flown ? getWindowSpeed().onCalm(() => setFlown(false)) : undefined), [flown]);
  return flown;
}
