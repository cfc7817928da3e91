/** Class names; other values may be a person's data. */
const IDENTIFIER = /^[\w.:-]{1,64}$/;

/** Positions in our own scripts, in every browser's stack: `/assets/app-1a2b3c.js:1:2345`. */
const FRAME = /https?:\/\/[^/\s]+(\/[\w./-]+\.js):(\d{1,7}):(\d{1,7})/g;

const MAX_FRAMES = 20;

/** Reports of a page load: an error in a loop is one error. */
export const MAX_REPORTS = 20;

export interface DescribedError {
  type: string;
  /** Innermost first. */
  frames: string[];
}

/** Returns what may be reported of an error: its class, and where it happened. Never its message, which may quote data. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, frames: [] };
  const lines = (error.stack ?? '').replace(error.message, '');
  const frames = [...lines.matchAll(FRAME)].filter(([url]) => url.startsWith(`${location.origin}/`));
  return {
    type: IDENTIFIER.test(error.name) ? error.name : 'Error',
    frames: frames.slice(0, MAX_FRAMES).map(([, file, line, column]) => `${file}:${line}:${column}`),
  };
}
