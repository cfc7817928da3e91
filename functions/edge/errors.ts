import type { ErrorCode } from '#core/domain/errors.ts';
import type { EdgeResponse } from './event.ts';

/** An answer of the edge's own, with the same body as every failed answer of the API (core/api/errors.ts). */
export function errorResponse(status: number, code: ErrorCode, message: string, field?: string): EdgeResponse {
  const error: { code: string; message: string; field?: string } = { code: code, message: message };
  if (field !== undefined) error.field = field;
  return {
    statusCode: status,
    headers: {
      'content-type': { value: 'application/json; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: JSON.stringify({ error: error }),
  };
}
