/** Seconds per photo. */
export const SLIDE_SECONDS = [3, 4, 5, 8] as const;
export type SlideSeconds = (typeof SLIDE_SECONDS)[number];
export const DEFAULT_SLIDE_SECONDS: SlideSeconds = 4;

interface SlideshowOptions {
  /** Resolves once the next photo can be shown. The current one stays until then. */
  prepareNext: () => Promise<void>;
  showNext: () => void;
  onChange: (playing: boolean) => void;
  schedule?: (callback: () => void, delay: number) => () => void;
}

export type Slideshow = ReturnType<typeof createSlideshow>;

function browserTimer(callback: () => void, delay: number): () => void {
  const timer = setTimeout(callback, delay);
  return () => clearTimeout(timer);
}

/** Shows one photo after another until it is paused. */
export function createSlideshow({ prepareNext, showNext, onChange, schedule = browserTimer }: SlideshowOptions) {
  let playing = false;
  let pace: SlideSeconds = DEFAULT_SLIDE_SECONDS;
  let cancelTimer = () => {};
  /** Number of the current run; steps started before a pause are ignored. */
  let currentRun = 0;

  async function next(): Promise<void> {
    const run = currentRun;
    const stay = new Promise<void>((resolve) => {
      cancelTimer = schedule(resolve, pace * 1000);
    });
    await Promise.all([stay, prepareNext()]);
    if (run !== currentRun) return;
    showNext();
    void next();
  }

  function set(to: boolean) {
    if (playing === to) return;
    playing = to;
    currentRun += 1;
    cancelTimer();
    onChange(to);
    if (to) void next();
  }

  return {
    isPlaying: () => playing,
    play: () => set(true),
    pause: () => set(false),
    toggle: () => set(!playing),
    /** Applies immediately: the current photo restarts. */
    setPace(to: SlideSeconds) {
      pace = to;
      if (!playing) return;
      currentRun += 1;
      cancelTimer();
      void next();
    },
  };
}
