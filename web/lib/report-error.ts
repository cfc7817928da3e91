import type { RootOptions } from 'react-dom/client';

/** Reports an error of the page. Logs it: error reporting in the browser attaches here. */
export function reportError(error: unknown): void {
  // oxlint-disable-next-line no-console -- the only sink so far
  console.error(error);
}

/** Options of every React root: errors of rendering are reported, whether or not an error boundary catches them. */
export const reportRenderErrors: RootOptions = { onCaughtError: reportError, onUncaughtError: reportError };
