import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { AppError } from '#core/domain/errors.ts';
import type { Answer } from '../lib/http.ts';
import type { HttpRequest } from '../lib/request.ts';

/**
 * The body of a call of zero-cache. Its depth and size are zero-cache's own and bounded there; what is inside is
 * validated by Zero and then, argument by argument, by our schemas.
 * @throws AppError `invalid_json`.
 */
export function requestBody(request: HttpRequest): ReadonlyJSONValue {
  try {
    return JSON.parse(Buffer.from(request.bytes).toString('utf8')) as ReadonlyJSONValue;
  } catch {
    throw new AppError('invalid_json');
  }
}

/** Zero's protocol has answers of its own, so the endpoint has no schema for them. */
export function json(answer: unknown): Answer<undefined> {
  return { body: undefined, json: JSON.stringify(answer) };
}
