import type { ErrorCode, ErrorParams } from '#core/domain/errors.ts';

/** `network`: no answer came, or one that is not ours (a hotel's sign-in page, a proxy's error). */
export type FailureCode = ErrorCode | 'network';

/** A call that did not succeed, by the code that `errors:<code>` has a text for. */
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
