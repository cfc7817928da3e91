import { AppError } from '#core/domain/values/errors.ts';
import { readEnv, REPORT_ENV } from '../env.ts';
import type { PageError, ReportContext, ReportSender } from './sentry.ts';
import { describeError, log } from './telemetry.ts';

/** Longest wait of a response for a report, in milliseconds. */
const TIMEOUT_MS = 2_000;

let sender: Promise<ReportSender> | undefined;

/**
 * Reports an unexpected error to Sentry, if `SENTRY_DSN` is set. Waits for it, because Lambda freezes a function after
 * its response. Never throws, so that a failed report changes no response.
 */
export async function reportError(error: unknown, context: ReportContext = {}): Promise<void> {
  await send((to) => to.error(error, context, TIMEOUT_MS));
}

/** Reports an error of rendering in a visitor's browser, like `reportError`. */
export async function reportPageError(error: PageError): Promise<void> {
  await send((to) => to.pageError(error, TIMEOUT_MS));
}

async function send(report: (to: ReportSender) => Promise<boolean>): Promise<void> {
  try {
    const { SENTRY_DSN: dsn, RELEASE: release, AWS_LAMBDA_FUNCTION_NAME: functionName } = readEnv(REPORT_ENV);
    if (!dsn) return;
    // Load Sentry with the first report, so that it adds nothing to cold starts.
    sender ??= import('./sentry.ts').then(({ createSender }) => createSender({ dsn, release, functionName }));
    const sent = await report(await sender);
    if (!sent) log('warn', 'report_not_delivered');
  } catch (failure) {
    sender = undefined;
    log('warn', 'report_failed', describeError(failure));
  }
}

/** Wraps a job: reports unexpected errors and rethrows them, so that its trigger counts and retries. */
export function withErrorReport<Arguments extends unknown[], Result>(
  run: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      // Expected errors were already logged and are temporary.
      if (!(error instanceof AppError)) await reportError(error);
      throw error;
    }
  };
}
