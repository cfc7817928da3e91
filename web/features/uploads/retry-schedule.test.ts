import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RetrySchedule } from './retry-schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('retries four times with growing delays', async () => {
  const again = vi.fn((photoId: string) => retries.later(photoId));
  const retries = new RetrySchedule(again);
  retries.later('a');
  expect(retries.awaits('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(2000 + 5000);
  expect(again).toHaveBeenCalledTimes(2);
  await vi.runAllTimersAsync();
  expect(again.mock.calls).toEqual([['a'], ['a'], ['a'], ['a']]);
  expect(retries.awaits('a')).toBe(false);
});

test('cancels a forgotten retry and restarts with the shortest delay', async () => {
  const again = vi.fn();
  const retries = new RetrySchedule(again);
  retries.later('a');
  retries.forget('a');
  await vi.runAllTimersAsync();
  expect(again).not.toHaveBeenCalled();
  retries.later('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(again).toHaveBeenCalledTimes(1);
});
