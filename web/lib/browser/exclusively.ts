/**
 * Runs tasks of the same name of all windows one after another.
 * @returns the task's result; rejects as the task does
 */
export async function exclusively<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  // Missing in older browsers: two windows then run it at the same time.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? ((await locks.request(name, task)) as T) : task();
}
