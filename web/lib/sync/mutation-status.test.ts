import { expect, it } from 'vitest';
import { hasPendingMutations, type MutationOutcome, trackMutation } from './mutation-status.ts';
import { toOutcome } from './use-mutation.tsx';

it('maps success to confirmed, an application error to rejected with its code, other errors to interrupted', () => {
  const appError = (message: string) =>
    toOutcome({ type: 'error', error: { type: 'app', message, details: undefined } });
  expect(toOutcome({ type: 'success' })).toEqual({ state: 'confirmed' });
  expect(appError('validation')).toEqual({ state: 'rejected', code: 'validation' });
  expect(appError('Unexpected token')).toEqual({ state: 'rejected', code: 'internal' });
  expect(
    toOutcome({ type: 'error', error: { type: 'app', message: 'internal', details: { trace: 'client.7' } } }),
  ).toEqual({ state: 'rejected', code: 'internal', reference: 'client.7' });
  expect(toOutcome({ type: 'error', error: { type: 'zero', message: 'validation' } })).toEqual({
    state: 'interrupted',
  });
});

async function answered(studioId: string, outcome: MutationOutcome): Promise<void> {
  const result = Promise.resolve(outcome);
  trackMutation(studioId, result);
  await result;
}

it('counts a mutation until its result, success or rejection', async () => {
  const { promise, resolve } = Promise.withResolvers<MutationOutcome>();
  trackMutation('a', promise);
  expect(hasPendingMutations('a', true)).toBe(true);
  resolve({ state: 'confirmed' });
  await promise;
  expect(hasPendingMutations('a', false)).toBe(false);
  await answered('a', { state: 'rejected', code: 'validation' });
  expect(hasPendingMutations('a', false)).toBe(false);
});

it('resends an interrupted mutation only when its own studio is connected', async () => {
  await answered('a', { state: 'interrupted' });
  expect([hasPendingMutations('a', false), hasPendingMutations('a', true)]).toEqual([true, false]);
  await answered('b', { state: 'confirmed' });
  expect(hasPendingMutations('b', true)).toBe(true);
  await answered('a', { state: 'confirmed' });
  expect(hasPendingMutations('b', true)).toBe(false);
});
