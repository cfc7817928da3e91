import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-client.ts';
import { TokenRenewal } from './token-renewal.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A renewal, and the times of its requests in seconds; tokens last five minutes. */
function setUp() {
  const asked: number[] = [];
  const server = { error: null as unknown, isReplaced: false };
  const renewal = new TokenRenewal({
    request: () => {
      asked.push(Math.round(Date.now() / 1000));
      return server.error ? Promise.reject(server.error) : Promise.resolve(Date.now() + 5 * MINUTE);
    },
    isReplaced: () => server.isReplaced,
    random: () => 0,
  });
  return { asked, server, renewal };
}

describe('The renewal of the image token', () => {
  it('asks a minute before the token ends', async () => {
    const { asked } = setUp();
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(asked).toEqual([0, 240, 480]);
  });

  it('asks more and more rarely while it is refused', async () => {
    const { asked, server } = setUp();
    server.error = new ApiError('forbidden', 403);
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(asked.slice(0, 8)).toEqual([0, 240, 245, 255, 275, 315, 395, 515]);
    expect(asked.at(-1)! - asked.at(-2)!).toBe(120);
  });

  it('waits as long as the server asks, also when the page is shown again', async () => {
    const { asked, server, renewal } = setUp();
    server.error = new ApiError('rate_limited', 429, { params: { retryAfter: 300 } });
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    for (let second = 0; second < 299; second += 1) {
      renewal.wake();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(asked).toEqual([0, 240]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([0, 240, 540]);
  });

  it('asks immediately when the network is back, or another window has replaced the cookie', async () => {
    const { asked, server, renewal } = setUp();
    server.error = new ApiError('network', 0);
    await vi.advanceTimersByTimeAsync(4 * MINUTE + 1000);
    server.error = null;
    renewal.wake();
    await vi.advanceTimersByTimeAsync(0);
    renewal.wake();
    expect(asked).toEqual([0, 240, 241]);
    server.isReplaced = true;
    renewal.wake();
    expect(asked).toHaveLength(4);
  });

  it('ends with its page', async () => {
    const { asked, renewal } = setUp();
    renewal.end();
    await vi.advanceTimersByTimeAsync(MINUTE * 10);
    renewal.wake();
    expect(asked).toEqual([0]);
  });
});
