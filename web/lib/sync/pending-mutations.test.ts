import { beforeEach, expect, it, vi } from 'vitest';

const taken = { type: 'success' };
const cutOff = { type: 'error', error: { type: 'zero' } };
const refused = { type: 'error', error: { type: 'app' } };

// What it counts is the page's.
let acts: typeof import('./pending-mutations.ts');
beforeEach(async () => {
  vi.resetModules();
  acts = await import('./pending-mutations.ts');
});

async function answered(studioId: string, answer: { type: string; error?: { type: string } }): Promise<void> {
  const said = Promise.resolve(answer);
  acts.trackMutation(studioId, said);
  await said;
}

it('waits for an answer, whatever it says', async () => {
  const { promise, resolve } = Promise.withResolvers<{ type: string }>();
  acts.trackMutation('a', promise);
  expect(acts.hasPendingMutations('a', true)).toBe(true);
  resolve(taken);
  await promise;
  expect(acts.hasPendingMutations('a', false)).toBe(false);
  await answered('a', refused);
  expect(acts.hasPendingMutations('a', false)).toBe(false);
});

it('what was cut off goes out with the connection of its own studio, and of no other', async () => {
  await answered('a', cutOff);
  expect([acts.hasPendingMutations('a', false), acts.hasPendingMutations('a', true)]).toEqual([true, false]);
  await answered('b', taken);
  expect(acts.hasPendingMutations('b', true)).toBe(true);
  await answered('a', taken);
  expect(acts.hasPendingMutations('b', true)).toBe(false);
});

it('an answer that fails is one that was cut off', async () => {
  const failed = Promise.reject(new Error('closed'));
  acts.trackMutation('a', failed);
  await failed.catch(() => {});
  expect([acts.hasPendingMutations('a', false), acts.hasPendingMutations('a', true)]).toEqual([true, false]);
});
