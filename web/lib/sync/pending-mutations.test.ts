import { beforeEach, expect, it, vi } from 'vitest';

const taken = { type: 'success' };
const cutOff = { type: 'error', error: { type: 'zero' } };
const refused = { type: 'error', error: { type: 'app' } };

// The module counts per page: import it anew for each test.
let acts: typeof import('./pending-mutations.ts');
beforeEach(async () => {
  vi.resetModules();
  acts = await import('./pending-mutations.ts');
});

async function answered(studioId: string, answer: { type: string; error?: { type: string } }): Promise<void> {
  const result = Promise.resolve(answer);
  acts.trackMutation(studioId, result);
  await result;
}

it('counts a mutation until its result, success or rejection', async () => {
  const { promise, resolve } = Promise.withResolvers<{ type: string }>();
  acts.trackMutation('a', promise);
  expect(acts.hasPendingMutations('a', true)).toBe(true);
  resolve(taken);
  await promise;
  expect(acts.hasPendingMutations('a', false)).toBe(false);
  await answered('a', refused);
  expect(acts.hasPendingMutations('a', false)).toBe(false);
});

it('resends an interrupted mutation only when its own studio is connected', async () => {
  await answered('a', cutOff);
  expect([acts.hasPendingMutations('a', false), acts.hasPendingMutations('a', true)]).toEqual([true, false]);
  await answered('b', taken);
  expect(acts.hasPendingMutations('b', true)).toBe(true);
  await answered('a', taken);
  expect(acts.hasPendingMutations('b', true)).toBe(false);
});

it('treats a failed promise as an interruption', async () => {
  const failed = Promise.reject(new Error('closed'));
  acts.trackMutation('a', failed);
  await failed.catch(() => {});
  expect([acts.hasPendingMutations('a', false), acts.hasPendingMutations('a', true)]).toEqual([true, false]);
});
