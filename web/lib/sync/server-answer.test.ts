import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverAnswer } from './server-answer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('returns an answer that is in time, and what it throws', async () => {
  expect(await serverAnswer(Promise.resolve(['row']), 1000)).toEqual(['row']);
  await expect(serverAnswer(Promise.reject(new Error('refused')), 1000)).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

it('gives up an answer that is not in time', async () => {
  const { promise } = Promise.withResolvers<never>();
  const given = expect(serverAnswer(promise, 1000)).rejects.toMatchObject({ code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(1000);
  await given;
});
