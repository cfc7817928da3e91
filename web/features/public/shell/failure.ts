import { useTranslation } from 'react-i18next';
import type { ErrorCode, ErrorParams } from '#core/domain/values/errors.ts';
import { waitingTime } from '#core/domain/values/waiting-time.ts';

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
    const { unit, count } = waitingTime(seconds);
    return t(`tooManyTries.${unit}`, { count });
  };
}
