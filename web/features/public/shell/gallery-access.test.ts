import { describe, expect, it } from 'vitest';
import { NO_RIGHTS, OPEN_RIGHTS } from '#core/domain/grants.ts';
import { Failure, type FailureCode } from './failure.ts';
import { createGalleryAccess, type VerifyResponse } from './gallery-access.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21);

/** Returns gallery access with a fake server, clock and timers. */
function setUp({ open = false, serverAhead = 0 } = {}) {
  let now = START;
  let timer: { due: number; callback: () => void } | null = null;
  const asked: Array<string | undefined> = [];
  let reply: () => VerifyResponse = granted;
  function granted(): VerifyResponse {
    return { access: 'granted', rights: OPEN_RIGHTS, imagesUntil: now + serverAhead + 5 * MINUTE };
  }
  const door = createGalleryAccess({
    verify: async (password) => {
      asked.push(password);
      return reply();
    },
    open,
    clock: () => now,
    schedule: (callback, delay) => {
      const mine = { due: now + delay, callback };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
  });
  return {
    door,
    asked,
    timerIn: () => (timer ? timer.due - now : null),
    sleep: (ms: number) => void (now += ms),
    refuse: (access: Exclude<VerifyResponse['access'], 'granted'>) =>
      void (reply = () => ({ access, rights: NO_RIGHTS, imagesUntil: 0 })),
    fail: (code: FailureCode, params = {}) =>
      void (reply = () => {
        throw new Failure(code, params);
      }),
    grant: () => void (reply = granted),
    /** Fires the next timer and awaits everything it started. */
    tick: async () => {
      const due = timer;
      if (!due) throw new Error('no timer is set');
      timer = null;
      now = Math.max(now, due.due);
      due.callback();
      await door.renew();
    },
  };
}

describe('image token', () => {
  it('is requested at once and renewed a minute before it expires', async () => {
    const { door, timerIn, tick, asked } = setUp();
    expect(door.state()).toEqual({ phase: 'asking' });
    await door.renew();
    expect(door.state()).toEqual({ phase: 'open', rights: OPEN_RIGHTS, offline: false });
    expect([door.tokens(), timerIn()]).toEqual([1, 4 * MINUTE]);
    await tick();
    expect([door.tokens(), asked.length]).toEqual([2, 2]);
  });

  it.each([-26 * 60 * MINUTE, 26 * 60 * MINUTE])(
    'trusts the lifetime when the clocks differ by %i ms',
    async (serverAhead) => {
      const { door, timerIn } = setUp({ serverAhead });
      await door.renew();
      expect(timerIn()).toBe(4 * MINUTE);
    },
  );

  it('is requested once for concurrent calls', async () => {
    const { door, asked } = setUp();
    await Promise.all([door.renew(), door.renew(), door.renew()]);
    expect(asked).toEqual([undefined]);
  });

  it('is requested on wake only when it is about to expire', async () => {
    const { door, asked, sleep } = setUp();
    await door.renew();
    sleep(2 * MINUTE);
    door.wake();
    expect(asked).toHaveLength(1);
    sleep(2.5 * MINUTE);
    door.wake();
    await door.renew();
    expect([asked.length, door.tokens()]).toEqual([2, 2]);
  });

  it('is renewed for failed images, at most every 5 s', async () => {
    const { door, asked, sleep, timerIn } = setUp({ open: true });
    await door.renew();
    for (let i = 0; i < 50; i += 1) door.pictureFailed();
    expect([asked.length, timerIn()]).toEqual([1, 5000]);
    sleep(6000);
    for (let i = 0; i < 50; i += 1) door.pictureFailed();
    await door.renew();
    expect(asked).toHaveLength(2);
  });

  it('is not requested once the page is left', async () => {
    const { door, timerIn } = setUp();
    await door.renew();
    door.stop();
    expect(timerIn()).toBeNull();
  });
});

describe('closed gallery', () => {
  it('reports the reason and stops polling', async () => {
    const { door, refuse, tick, timerIn } = setUp({ open: true });
    await door.renew();
    refuse('revoked');
    await tick();
    expect(door.state()).toEqual({ phase: 'closed', access: 'revoked' });
    expect(timerIn()).toBeNull();
  });

  it('reports a gallery that does not exist', async () => {
    const { door, fail, timerIn } = setUp();
    fail('not_found');
    await door.renew();
    expect([door.state(), timerIn()]).toEqual([{ phase: 'missing' }, null]);
  });
});

describe('network failure', () => {
  it('keeps an open gallery on the screen and retries with growing delays', async () => {
    const { door, fail, grant, tick, timerIn } = setUp({ open: true });
    fail('network');
    await door.renew();
    expect(door.state()).toMatchObject({ phase: 'open', rights: { view: true, download: false }, offline: true });
    const waits = [timerIn()];
    for (let i = 0; i < 6; i += 1) {
      await tick();
      waits.push(timerIn());
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    grant();
    await tick();
    expect(door.state()).toEqual({ phase: 'open', rights: OPEN_RIGHTS, offline: false });
  });

  it('is reported if nothing could be shown yet', async () => {
    const { door, fail, grant } = setUp();
    fail('network');
    await door.renew();
    expect(door.state()).toEqual({ phase: 'unreachable' });
    grant();
    door.wake();
    await door.renew();
    expect(door.state().phase).toBe('open');
  });

  it('waits as long as the server demands', async () => {
    const { door, fail, timerIn } = setUp();
    fail('rate_limited', { retryAfter: 30 });
    await door.renew();
    expect(timerIn()).toBe(30_000);
  });
});

describe('password', () => {
  it('opens the gallery', async () => {
    const { door, refuse, grant, asked } = setUp();
    refuse('password_required');
    await door.renew();
    expect(door.state()).toEqual({ phase: 'closed', access: 'password_required' });
    grant();
    await door.enter('albumen');
    expect([door.state().phase, door.tokens(), asked.at(-1)]).toEqual(['open', 1, 'albumen']);
  });

  it('keeps the state if the password is wrong', async () => {
    const { door, refuse, fail } = setUp();
    refuse('password_required');
    await door.renew();
    fail('password_wrong');
    await expect(door.enter('gelatine')).rejects.toMatchObject({ code: 'password_wrong' });
    expect(door.state()).toEqual({ phase: 'closed', access: 'password_required' });
  });
});
