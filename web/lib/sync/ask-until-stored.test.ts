import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askUntilStored } from './ask-until-stored.ts';
import type { MutationOutcome } from './mutation-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A mutation, and whether leaving the page would ask. */
function setUp() {
  const page = new EventTarget() as unknown as Window;
  const { promise, resolve } = Promise.withResolvers<MutationOutcome>();
  askUntilStored(promise, page);
  return { resolve, asks: () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true })) };
}

it('asks until the server has answered', async () => {
  for (const outcome of [{ state: 'confirmed' }, { state: 'rejected', code: 'validation' }] as const) {
    const { asks, resolve } = setUp();
    expect(asks()).toBe(true);
    resolve(outcome);
    await vi.advanceTimersByTimeAsync(0);
    expect(asks()).toBe(false);
  }
});

it('asks without an answer until the replica has the mutation', async () => {
  const { asks, resolve } = setUp();
  resolve({ state: 'interrupted' });
  await vi.advanceTimersByTimeAsync(4999);
  expect(asks()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(asks()).toBe(false);
});
