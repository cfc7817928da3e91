import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundTokenRequests } from './token-requests.ts';

const TOKEN = 'https://auth.test/auth/v1/token?grant_type=refresh_token';
const PASSWORD = 'https://auth.test/auth/v1/token?grant_type=password';
const MINUTE = 60_000;

let stored: Map<string, string>;
let locked: Promise<unknown>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  stored = new Map();
  locked = Promise.resolve();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  /** One browser: tasks run one after another, whichever window they are of. */
  const request = (_name: string, task: () => unknown) => (locked = locked.then(task));
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Windows of one browser, and the requests that reach the service. */
function windows(count: number, answer: () => Response = () => Response.json({})) {
  const sent: number[] = [];
  const send = () => {
    sent.push(Date.now());
    return Promise.resolve(answer());
  };
  return { sent, all: Array.from({ length: count }, () => boundTokenRequests(send)) };
}

describe('Requests for a new token', () => {
  it('are three a minute at most in five windows, each of which asks twice a second', async () => {
    const { sent, all } = windows(5);
    for (let tick = 0; tick < 600; tick += 1) {
      for (const ask of all) await ask(TOKEN);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(sent.length).toBeGreaterThan(3);
    for (const [at, time] of sent.entries()) {
      const later = sent[at + 3];
      if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(MINUTE);
    }
  });

  it('are three a minute also when all windows ask at the same time', async () => {
    const { sent, all } = windows(8);
    const answers = await Promise.all(all.map((ask) => ask(TOKEN)));
    expect(sent).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5);
  });

  it('are bounded where storage is refused', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { sent, all } = windows(1);
    for (let tries = 0; tries < 20; tries += 1) await all[0]!(TOKEN);
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['seconds', '120', 2 * MINUTE],
    ['a date', new Date(1_800_000_000_000 + 3 * MINUTE).toUTCString(), 3 * MINUTE],
    ['nothing', null, MINUTE],
    ['a day', '86400', 10 * MINUTE],
  ])('pause in all windows after a 429 with %s, which the client sees as a 503', async (_what, header, pause) => {
    let status = 429;
    const { sent, all } = windows(2, () =>
      Response.json({}, { status, ...(header && { headers: { 'retry-after': header } }) }),
    );
    expect((await all[0]!(TOKEN)).status).toBe(503);
    status = 200;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect((await all[1]!(TOKEN)).status).toBe(503);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await all[1]!(TOKEN)).status).toBe(200);
  });

  it('are neither sent nor counted without a network', async () => {
    const { sent, all } = windows(1);
    vi.stubGlobal('navigator', { onLine: false });
    for (let tries = 0; tries < 10; tries += 1) expect((await all[0]!(TOKEN)).status).toBe(503);
    expect(sent).toEqual([]);
    vi.stubGlobal('navigator', { onLine: true });
    expect((await all[0]!(TOKEN)).status).toBe(200);
  });

  it('continue after the clock was set back', async () => {
    const { sent, all } = windows(1);
    for (let tries = 0; tries < 4; tries += 1) await all[0]!(TOKEN);
    vi.setSystemTime(1_700_000_000_000);
    expect((await all[0]!(TOKEN)).status).toBe(200);
    expect(sent).toHaveLength(4);
  });
});

it('passes every other request of the auth client', async () => {
  const { sent, all } = windows(1);
  for (let tries = 0; tries < 10; tries += 1) await all[0]!(PASSWORD);
  expect(sent).toHaveLength(10);
});
