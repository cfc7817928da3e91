import type { RootOptions } from 'react-dom/client';

/** Receive errors beside our own log: PostHog and Sentry, while a person consents (web/lib/reporting/reporting.ts). */
const sinks = new Set<(error: unknown) => void>();

/** Adds a receiver of errors; returns the function that removes it. */
export function addErrorSink(sink: (error: unknown) => void): () => void {
  sinks.add(sink);
  return () => void sinks.delete(sink);
}

/** Reports an error of the page: to the console, to our own log, and to the sinks. Never throws. */
export function reportError(error: unknown): void {
  // oxlint-disable-next-line no-console -- for a person who looks into it on this device
  console.error(error);
  for (const sink of sinks) sink(error);
  const page = location.pathname.startsWith('/app') ? 'back-office' : 'public';
  // Loaded with the first error, so that it adds nothing to the first script.
  void import('./reporting/page-error.ts').then(({ sendPageError }) => sendPageError(error, page)).catch(() => {});
}

/** Options of every React root: errors of rendering are reported, whether or not an error boundary catches them. */
export const reportRenderErrors: RootOptions = { onCaughtError: reportError, onUncaughtError: reportError };
