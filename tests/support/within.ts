/**
 * Waits for `work` at most `limitMs`. The work itself is not cancelled.
 * @param what the subject of the error's sentence; a function can describe the state at that moment
 * @throws Error saying what did not come in time
 */
export async function within<T>(limitMs: number, what: string | (() => string), work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const subject = typeof what === 'string' ? what : what();
    reject(new Error(`${subject} did not come within ${limitMs / 1000} s`));
  }, limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
