import { ApiError } from './api-client.ts';

/** The `errors:` code of whatever a call to the API threw. */
export function errorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'unknown';
}
