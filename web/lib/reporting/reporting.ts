import { importTwice } from '../browser/outdated-page.ts';
import { addErrorSink } from '../report-error.ts';
import type { ReportingKeys } from './has-reporting.ts';

/** True if the browser says no to tracking: it counts as a refusal. */
export function isTrackingRefused(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/**
 * Loads and starts what the person has consented to. Call it after consent only; the returned function ends it
 * immediately, also while it is loading.
 * @param routePattern returns the current route without ids: `/app/galleries/:galleryId`
 */
export function startReporting({ analyticsKey, errorsDsn }: ReportingKeys, routePattern: () => string): () => void {
  const ends: (() => void)[] = [];
  let isEnded = false;
  const begin = async <Module>(load: () => Promise<Module>, start: (module: Module) => () => void) => {
    const loaded = await importTwice(load).catch(() => null);
    if (loaded && !isEnded) ends.push(start(loaded));
  };
  if (analyticsKey) {
    void begin(
      () => import('./usage.ts'),
      ({ startUsage }) => {
        const { report, end } = startUsage(analyticsKey, routePattern);
        const unlisten = listen(report);
        return () => {
          unlisten();
          end();
        };
      },
    );
  }
  if (errorsDsn) {
    void begin(
      () => import('./error-reports.ts'),
      ({ createErrorReports }) => listen(createErrorReports(errorsDsn, routePattern)),
    );
  }
  return () => {
    isEnded = true;
    for (const end of ends) end();
  };
}

/**
 * Reports errors of rendering, and those that nothing has caught. None while the page is left: the browser ends its
 * requests, and its transactions are aborted (`leavePageCacheCleanly`).
 */
export function listen(report: (error: unknown) => void): () => void {
  let isLeft = false;
  const pass = (error: unknown) => {
    if (!isLeft) report(error);
  };
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('pagehide', () => (isLeft = true), { signal });
  addEventListener('pageshow', () => (isLeft = false), { signal });
  addEventListener('error', ({ error }) => pass(error), { signal });
  addEventListener('unhandledrejection', ({ reason }) => pass(reason), { signal });
  const removeSink = addErrorSink(pass);
  return () => {
    removeSink();
    ending.abort();
  };
}
