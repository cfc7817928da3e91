/**
 * Runs `work` for each item, at most `concurrency` at a time, and reads the next item only when one is done.
 * @throws the first error, after all running work has ended; starts nothing after it
 */
export async function mapConcurrently<T>(
  concurrency: number,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let stopped = false;
  const worker = async () => {
    try {
      while (!stopped) {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  await iterator.return?.();
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
