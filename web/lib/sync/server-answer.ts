import { ApiError } from '../api/api-client.ts';

/**
 * Returns the server's answer to a query, as `zero.run` with `type: 'complete'` waits for it: forever without a
 * connection.
 * @param withinMs the longest wait, in milliseconds
 * @throws ApiError `unavailable` after it; what the answer throws
 */
export function serverAnswer<Rows>(answer: Promise<Rows>, withinMs: number): Promise<Rows> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ApiError('unavailable', 0)), withinMs);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
