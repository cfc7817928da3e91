import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/browser';
import { describeError, MAX_REPORTS } from './describe-error.ts';

/**
 * Returns a function that reports an error to Sentry, through our own origin. A client without integrations, scopes and
 * breadcrumbs: this file lists every reported field.
 */
export function createErrorReports(dsn: string, routePattern: () => string): (error: unknown) => void {
  const client = new BrowserClient({
    dsn,
    tunnel: '/pulse/errors',
    integrations: [],
    stackParser: defaultStackParser,
    transport: makeFetchTransport,
    sendClientReports: false,
    skipBrowserExtensionCheck: true,
  });
  client.init();
  let reported = 0;
  return (error) => {
    if (reported++ >= MAX_REPORTS) return;
    const { type, frames } = describeError(error);
    client.captureEvent({
      level: 'error',
      transaction: routePattern(),
      exception: {
        values: [
          {
            type,
            // Sentry wants the innermost frame last.
            stacktrace: { frames: frames.toReversed().map(sentryFrame) },
          },
        ],
      },
    });
  };
}

function sentryFrame(frame: string) {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(frame) ?? [];
  return { filename: `app://${file}`, lineno: Number(line), colno: Number(column), in_app: true };
}
