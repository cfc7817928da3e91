/** Returns so many random bytes as hexadecimal digits. */
function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the header `traceparent` of a request, by which an operator follows it through the logs
 * (https://www.w3.org/TR/trace-context/#traceparent-header). It is random, and of this request alone.
 */
export const traceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`;

/** Digits of a request's trace that a person reads out; an operator searches for what begins with them. */
const SHOWN = 8;

/**
 * Returns what a person may quote to support after an unexpected error.
 * @param details of the error, as the server sent them
 * @returns undefined for an error that has no reference
 */
export function referenceOf(details: unknown): string | undefined {
  const { trace } = (details ?? {}) as { trace?: unknown };
  if (typeof trace !== 'string' || trace === '') return undefined;
  return /^[0-9a-f]{32}$/.test(trace) ? trace.slice(0, SHOWN) : trace;
}
