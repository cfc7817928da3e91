import { browserTimer, type Schedule } from '#web/lib/browser/browser-timer.ts';

/** Seconds per photo. */
export const SLIDE_SECONDS = [3, 4, 5, 8] as const;
export type SlideSeconds = (typeof SLIDE_SECONDS)[number];
export const DEFAULT_SLIDE_SECONDS: SlideSeconds = 4;

interface SlideshowOptions {
  /** Resolves once the next photo can be shown. The current one stays until then. */
  prepareNext: () => Promise<void>;
  showNext: () => void;
  onChange: (playing: boolean) => void;
  schedule?: Schedule;
}

/** Shows one photo after another until it is paused. */
export class Slideshow {
  readonly #options: SlideshowOptions & { schedule: Schedule };
  #isPlaying = false;
  #pace: SlideSeconds = DEFAULT_SLIDE_SECONDS;
  #cancelTimer = () => {};
  /** Number of the current run; steps started before a pause are ignored. */
  #currentRun = 0;

  constructor(options: SlideshowOptions) {
    this.#options = { schedule: browserTimer, ...options };
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  play(): void {
    this.#set(true);
  }

  pause(): void {
    this.#set(false);
  }

  toggle(): void {
    this.#set(!this.#isPlaying);
  }

  /** Applies immediately: the current photo restarts. */
  setPace(to: SlideSeconds): void {
    this.#pace = to;
    if (this.#isPlaying) this.#restart();
  }

  #set(to: boolean): void {
    if (this.#isPlaying === to) return;
    this.#isPlaying = to;
    this.#options.onChange(to);
    this.#restart();
  }

  #restart(): void {
    this.#currentRun += 1;
    this.#cancelTimer();
    if (this.#isPlaying) void this.#next();
  }

  async #next(): Promise<void> {
    const { schedule, prepareNext, showNext } = this.#options;
    const run = this.#currentRun;
    const stay = new Promise<void>((resolve) => {
      this.#cancelTimer = schedule(resolve, this.#pace * 1000);
    });
    await Promise.all([stay, prepareNext()]);
    if (run !== this.#currentRun) return;
    showNext();
    void this.#next();
  }
}
