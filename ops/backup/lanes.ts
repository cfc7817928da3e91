/**
 * Carries out `work` for each item, so many at a time, and takes the next item only when a lane is free. The first
 * failure stops all lanes once each has finished what it is at.
 */
export async function inLanes<T>(lanes: number, items: AsyncIterable<T>, work: (item: T) => Promise<void>) {
  const iterator = items[Symbol.asyncIterator]();
  let stopped = false;
  const lane = async () => {
    while (!stopped) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value as T);
    }
  };
  const guarded = () =>
    lane().catch((error: unknown) => {
      stopped = true;
      throw error;
    });
  const ended = await Promise.allSettled(Array.from({ length: lanes }, guarded));
  await iterator.return?.();
  const failed = ended.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
