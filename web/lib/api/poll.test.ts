import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { poll } from './poll.ts';

const PACE = { often: 2000, times: 3, rarely: 15_000 };

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A visible page, and the times of questions in seconds; `answer` may fail. */
function setUp(answer: () => Promise<unknown> = () => Promise.resolve()) {
  const asked: number[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const end = poll(
    () => {
      asked.push(Date.now() / 1000);
      return answer();
    },
    PACE,
    { page: page as unknown as Document, random: () => 0 },
  );
  const show = (visibilityState: DocumentVisibilityState) => {
    Object.assign(page, { visibilityState });
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { asked, end, show };
}

it('asks often at first, then rarely, until it ends', async () => {
  const { asked, end } = setUp();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([2, 4, 6, 21, 36, 51]);
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(6);
});

it('waits for each answer', async () => {
  const { asked } = setUp(() => new Promise((resolve) => setTimeout(resolve, 10_000)));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([2, 14, 26]);
});

it('asks nothing while the page is hidden, and once when it is shown', async () => {
  const { asked, show } = setUp();
  show('hidden');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual([]);
  show('visible');
  show('visible');
  expect(asked).toEqual([600]);
});

it('asks immediately when the page is shown before the next question is due, and then at the pace', async () => {
  const { asked, show } = setUp();
  await vi.advanceTimersByTimeAsync(9000);
  expect(asked).toEqual([2, 4, 6]);
  show('hidden');
  show('visible');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked).toEqual([2, 4, 6, 9, 24]);
});

it('asks nothing when the page is shown during an answer or the pause after a failure', async () => {
  const { asked, show } = setUp(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    throw new ApiError('network', 0);
  });
  await vi.advanceTimersByTimeAsync(2500);
  show('hidden');
  show('visible');
  await vi.advanceTimersByTimeAsync(1000);
  show('hidden');
  show('visible');
  expect(asked).toEqual([2]);
  show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  show('visible');
  expect(asked).toEqual([2, 63.5]);
});

it('asks more rarely after failures, and not before the time that the server names', async () => {
  let error: unknown = new ApiError('network', 0);
  const { asked } = setUp(() => Promise.reject(error));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.slice(0, 4)).toEqual([2, 4, 8, 68]);
  expect(asked.at(-1)! - asked.at(-2)!).toBe(60);
  error = new ApiError('rate_limited', 429, { params: { retryAfter: 300 } });
  await vi.advanceTimersByTimeAsync(60_000);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(240_000);
  expect(asked).toHaveLength(before);
});
