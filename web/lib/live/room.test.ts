import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RoomState } from './room.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.useRealTimers());

/** A room that is polled every second, and the times of its requests in seconds. */
async function poll(error: () => unknown, ms: number): Promise<number[]> {
  const asked: number[] = [];
  const room = new RoomState({
    rev: 0,
    ask: () => {
      asked.push(Date.now() / 1000);
      return Promise.reject(error());
    },
  });
  const timer = setInterval(() => room.ask(), 1000);
  await vi.advanceTimersByTimeAsync(ms);
  clearInterval(timer);
  return asked;
}

it('asks more and more rarely while it is refused', async () => {
  const asked = await poll(() => ({ code: 'internal', params: {} }), 10 * MINUTE);
  expect(asked.slice(0, 5)).toEqual([1, 6, 16, 36, 76]);
  expect(asked.at(-1)! - asked.at(-2)!).toBe(120);
});

it('asks no sooner than the server wants', async () => {
  expect(await poll(() => ({ code: 'rate_limited', params: { retryAfter: 300 } }), 6 * MINUTE)).toEqual([1, 301]);
});

it('is asked at each poll without a network, so that it is there immediately afterwards', async () => {
  expect(await poll(() => ({ code: 'network', params: {} }), 5000)).toEqual([1, 2, 3, 4, 5]);
});
