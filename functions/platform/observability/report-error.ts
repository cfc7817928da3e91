import { AppError } from '#core/domain/errors.ts';
import { readEnv, REPORT_ENV } from '../env.ts';
import type { ReportContext, SendReport } from './sentry.ts';
import { describeError, log } from './telemetry.ts';

/** The longest that an answer waits for a report, in milliseconds. */
const TIMEOUT_MS = 2_000;

let sender: Promise<SendReport> | undefined;

/**
 * Tells Sentry of an unexpected error, where `SENTRY_DSN` names one, and waits until it is told: a function is frozen
 * as soon as it has answered. Never throws: a report that fails changes nobody's answer.
 */
export async function reportError(error: unknown, context: ReportContext = {}): Promise<void> {
  try {
    const { SENTRY_DSN: dsn, RELEASE: release, AWS_LAMBDA_FUNCTION_NAME: functionName } = readEnv(REPORT_ENV);
    if (!dsn) return;
    // Loaded with the first report: no function pays for it at its cold start.
    sender ??= import('./sentry.ts').then(({ createSender }) => createSender({ dsn, release, functionName }));
    const sent = await (await sender)(error, context, TIMEOUT_MS);
    if (!sent) log('warn', 'report_not_delivered');
  } catch (failure) {
    sender = undefined;
    log('warn', 'report_failed', describeError(failure));
  }
}

/** A job whose unexpected failures are reported, and thrown on: its trigger counts them and tries again. */
export function withErrorReport<Arguments extends unknown[], Result>(
  run: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    try {
      return await run(...given);
    } catch (error) {
      // One that is expected has been logged where it was found, and passes.
      if (!(error instanceof AppError)) await reportError(error);
      throw error;
    }
  };
}
