import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Facts, LASTING_MS, Recovery } from './recovery.ts';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/**
 * A store whose server answers each attempt after 50 ms with `answer`, and a service whose new tokens come after 50 ms;
 * `null` gives none. Counts attempts and requests for tokens by their times.
 */
function setUp({
  answer = () => ['needs-auth'],
  newToken = (count: number) => `token ${count}`,
}: { answer?: () => (Facts['name'] | 'synced')[]; newToken?: (count: number) => string | null } = {}) {
  const sockets: number[] = [];
  const renewals: number[] = [];
  const facts: Facts = { name: 'connecting', token: 'token 0', isSynced: false, needsReload: false };
  const change = (next: Partial<Facts>) => {
    Object.assign(facts, next);
    recovery.observe({ ...facts });
  };
  const connect = () => {
    sockets.push(Date.now());
    change({ name: 'connecting', isSynced: false });
    for (const [at, step] of answer().entries()) {
      const next: Partial<Facts> =
        step === 'synced' ? { name: 'connected', isSynced: true } : { name: step, isSynced: false };
      setTimeout(() => change(next), 50 * (at + 1));
    }
  };
  const recovery = new Recovery({
    renew: () => {
      renewals.push(Date.now());
      setTimeout(() => {
        const token = newToken(renewals.length);
        if (token === null) return;
        change({ token });
        // As ZeroProvider does with a new token; while connecting it changes nothing.
        if (facts.name === 'needs-auth') connect();
      }, 50);
    },
    reconnect: connect,
    random: () => 0,
  });
  connect();
  return { sockets, renewals, change, recovery };
}

describe('A store that is refused', () => {
  it('renews the token once, asks once more, then backs off to five minutes', async () => {
    const { sockets, renewals } = setUp();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(renewals).toHaveLength(1);
    // Immediately, with the new token, then after 10, 20 and 40 seconds: the pause of 5 was cut short by the new token.
    expect(sockets.map((at) => Math.round(at / 1000))).toEqual([0, 0, 10, 30]);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(renewals).toHaveLength(1);
    expect(sockets.at(-1)! - sockets.at(-2)!).toBe(5 * MINUTE + 50);
    expect(sockets.length).toBeLessThan(20);
  });

  it('asks for a token again with each attempt while the service gives none', async () => {
    const { sockets, renewals } = setUp({ newToken: (count) => (count < 3 ? null : 'new') });
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(renewals.map((at) => Math.round(at / 1000))).toEqual([0, 5, 15]);
    expect(sockets.length).toBeLessThan(20);
  });

  it('does not start again when the server accepts each socket before it refuses', async () => {
    const { renewals, sockets } = setUp({ answer: () => ['synced', 'needs-auth'] });
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(renewals).toHaveLength(1);
    expect(sockets.length).toBeLessThan(20);
  });

  it('renews again after a sync that lasted', async () => {
    let isRefused = true;
    const { renewals, change } = setUp({ answer: () => (isRefused ? ['needs-auth'] : ['synced']) });
    isRefused = false;
    await vi.advanceTimersByTimeAsync(MINUTE);
    change({ name: 'needs-auth', isSynced: false });
    expect(renewals).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(LASTING_MS * 2);
    change({ name: 'needs-auth', isSynced: false });
    expect(renewals).toHaveLength(2);
  });

  it('connects immediately when a person asks, and renews once more', async () => {
    const { sockets, renewals, recovery } = setUp();
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    const before = sockets.length;
    recovery.restart();
    expect(sockets).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(renewals).toHaveLength(2);
    expect(sockets).toHaveLength(before + 4);
  });
});

describe('A store after an error', () => {
  it('reconnects soon after the first one, and at most once a minute later', async () => {
    const { sockets, renewals } = setUp({ answer: () => ['error'] });
    await vi.advanceTimersByTimeAsync(8 * MINUTE);
    expect(sockets.slice(0, 6).map((at) => Math.round(at / 500) / 2)).toEqual([0, 0.5, 1.5, 3.5, 7.5, 16]);
    expect(sockets.at(-1)! - sockets.at(-2)!).toBe(MINUTE + 50);
    expect(renewals).toEqual([]);
  });

  it('waits for a reload where only that helps', async () => {
    const { sockets, change } = setUp({ answer: () => [] });
    change({ name: 'error', needsReload: true });
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(sockets).toHaveLength(1);
  });

  it('plans nothing once it is closed', async () => {
    const { sockets, recovery } = setUp({ answer: () => ['error'] });
    await vi.advanceTimersByTimeAsync(100);
    recovery.stop();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(sockets).toHaveLength(1);
  });
});
