import { AsyncLocalStorage } from 'node:async_hooks';

/** Earliest due time per request; a process may handle several requests. */
export const effectScope = new AsyncLocalStorage<{ dueAt: number }>();

/** Records that an effect was enqueued. @param dueAt epoch milliseconds */
export function markEffectDue(dueAt: number): void {
  const scope = effectScope.getStore();
  if (scope) scope.dueAt = Math.min(scope.dueAt, dueAt);
}
