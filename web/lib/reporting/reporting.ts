import { importTwice } from '../browser/outdated-page.ts';
import { addErrorSink } from '../report-error.ts';
import type { ReportingKeys } from './has-reporting.ts';

/** True if the browser says no to tracking: it counts as a refusal. */
export function isTrackingRefused(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/**
 * Loads and starts what the person has consented to. Call it after consent only; the returned function ends it at once,
 * also while it is loading.
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

/** Reports errors of rendering, and those that nothing has caught. */
function listen(report: (error: unknown) => void): () => void {
  const onError = ({ error }: ErrorEvent) => report(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason);
  const removeSink = addErrorSink(report);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeSink();
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}
