import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ERROR_STATUS } from '#core/api/error-status.ts';
import type { ErrorBody } from '#core/api/errors.ts';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import { violatedConstraint } from '../db/database.ts';
import { reportError } from '../observability/report-error.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { currentTrace } from '../observability/trace.ts';
import { errorText } from './error-text.ts';

/** Returns the public body of an error. Params are limited to plain JSON. */
function errorBody(error: AppError): ErrorBody {
  const { field, issues, retryAfter, allow: _allow, ...params } = error.params;
  return {
    error: {
      code: error.code,
      message: errorText(error.code),
      ...(field === undefined ? {} : { field }),
      ...(issues === undefined ? {} : { issues: [...issues] }),
      ...(Object.keys(params).length === 0 && retryAfter === undefined
        ? {}
        : { params: JSON.parse(JSON.stringify({ ...params, retryAfter })) }),
    },
  };
}

/** Required with every 401 (RFC 9110 §15.5.2). Browsers ask for no password on `Bearer`. */
const CHALLENGE = 'Bearer realm="Albumen"';
/** Challenges to a token that was sent and refused (RFC 6750 §3). */
const REFUSED = `${CHALLENGE}, error="invalid_token"`;
const CHALLENGES: Partial<Record<ErrorCode, string>> = { token_invalid: REFUSED, session_ended: REFUSED };

/** Location of a failed call, for logs and reports. */
interface FailedRequest {
  readonly requestId: string;
  readonly routeKey: string;
}

/**
 * Returns status, headers and body for any thrown value. An unexpected one is logged, reported and answered as
 * `internal`.
 */
export async function errorResponse(thrown: unknown, call: FailedRequest): Promise<APIGatewayProxyStructuredResultV2> {
  const error = thrown instanceof AppError ? thrown : await reportUnexpected(thrown, call);
  const { retryAfter, allow } = error.params;
  const statusCode = ERROR_STATUS[error.code];
  return {
    statusCode,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) }),
      ...(statusCode === 401 ? { 'www-authenticate': CHALLENGES[error.code] ?? CHALLENGE } : {}),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
    },
    body: JSON.stringify(errorBody(error)),
  };
}

async function reportUnexpected(thrown: unknown, call: FailedRequest): Promise<AppError> {
  // The database rejected a value by a CHECK or type: an input schema is missing.
  const { code } = thrown as { code?: unknown };
  const refused = violatedConstraint(thrown) !== null || (typeof code === 'string' && /^22...$/.test(code));
  log(refused ? 'warn' : 'error', refused ? 'refused_by_database' : 'request_failed', {
    ...call,
    ...describeError(thrown),
  });
  if (refused) return new AppError('validation_failed');
  await reportError(thrown, call);
  const trace = currentTrace();
  return new AppError('internal', trace === undefined ? {} : { trace });
}
