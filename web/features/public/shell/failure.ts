import { useTranslation } from 'react-i18next';
import type { ErrorCode, ErrorParams } from '#core/domain/errors.ts';

/** `network`: no answer, or one that is not ours (a hotel's sign-in page, a proxy's error). */
export type FailureCode = ErrorCode | 'network';

/** A failed API call. `errors:<code>` has a text for each code. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly params: ErrorParams;

  constructor(code: FailureCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.params = params;
  }
}

export function isFailure(error: unknown, code?: FailureCode): error is Failure {
  return error instanceof Failure && (code === undefined || error.code === code);
}

/** Returns a function that describes a failure and when to retry. */
export function useFailureText(): (failure: unknown) => string {
  const { t } = useTranslation(['public', 'errors']);
  return (failure) => {
    if (!isFailure(failure)) return t('errors:unknown');
    const seconds = Number(failure.params.retryAfter);
    if (failure.code !== 'rate_limited' || !(seconds > 0)) return t([`errors:${failure.code}`, 'errors:unknown']);
    if (seconds <= 90) return t('tooManyTries.seconds', { count: Math.ceil(seconds) });
    if (seconds <= 5400) return t('tooManyTries.minutes', { count: Math.ceil(seconds / 60) });
    return t('tooManyTries.hours', { count: Math.ceil(seconds / 3600) });
  };
}
