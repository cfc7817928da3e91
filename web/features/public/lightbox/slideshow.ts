/** Seconds that a photo stays. */
export const SLIDE_SECONDS = [3, 4, 5, 8] as const;
export type SlideSeconds = (typeof SLIDE_SECONDS)[number];
export const DEFAULT_SLIDE_SECONDS: SlideSeconds = 4;

interface SlideshowOptions {
  /** Resolves when the next photo can be shown without waiting; however long it takes, the present one stays. */
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

/** Shows one photo after another until somebody stops it. */
export function createSlideshow({ prepareNext, showNext, onChange, schedule = browserTimer }: SlideshowOptions) {
  let playing = false;
  let pace: SlideSeconds = DEFAULT_SLIDE_SECONDS;
  let callOff = () => {};
  /** What was begun before a pause changes nothing after it. */
  let turn = 0;

  async function next(): Promise<void> {
    const mine = turn;
    const stay = new Promise<void>((resolve) => {
      callOff = schedule(resolve, pace * 1000);
    });
    await Promise.all([stay, prepareNext()]);
    if (mine !== turn) return;
    showNext();
    void next();
  }

  function set(to: boolean) {
    if (playing === to) return;
    playing = to;
    turn += 1;
    callOff();
    onChange(to);
    if (to) void next();
  }

  return {
    isPlaying: () => playing,
    play: () => set(true),
    pause: () => set(false),
    toggle: () => set(!playing),
    /** Takes effect at once: the present photo begins anew. */
    setPace(to: SlideSeconds) {
      pace = to;
      if (!playing) return;
      turn += 1;
      callOff();
      void next();
    },
  };
}
