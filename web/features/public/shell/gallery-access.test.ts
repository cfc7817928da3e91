import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { NO_RIGHTS, OPEN_RIGHTS } from '#core/domain/galleries/grants.ts';
import { Failure, type FailureCode } from './failure.ts';
import { GalleryAccessClient, type VerifyResponse } from './gallery-access.ts';

const START = Date.UTC(2026, 10, 21);

/** Returns gallery access with a fake server, clock and timers. */
function setUp({
  open = false,
  serverAhead = 0,
  initialAccess,
}: { open?: boolean; serverAhead?: number; initialAccess?: 'password_required' } = {}) {
  let now = START;
  let timer: { due: number; callback: () => void } | null = null;
  const asked: Array<string | undefined> = [];
  let reply: () => VerifyResponse = granted;
  function granted(): VerifyResponse {
    return { access: 'granted', rights: OPEN_RIGHTS, imagesUntil: now + serverAhead + 5 * MINUTE_MS };
  }
  const galleryAccess = new GalleryAccessClient({
    verify: async (password) => {
      asked.push(password);
      return reply();
    },
    open,
    initialAccess,
    clock: () => now,
    random: () => 0,
    schedule: (callback, delay) => {
      const entry = { due: now + delay, callback };
      timer = entry;
      return () => {
        if (timer === entry) timer = null;
      };
    },
  });
  return {
    galleryAccess,
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
      await galleryAccess.renew();
    },
  };
}

describe('image token', () => {
  it('is requested immediately and renewed a minute before it expires', async () => {
    const { galleryAccess, timerIn, tick, asked } = setUp();
    expect(galleryAccess.state()).toEqual({ phase: 'asking' });
    await galleryAccess.renew();
    expect(galleryAccess.state()).toEqual({ phase: 'open', rights: OPEN_RIGHTS, offline: false });
    expect([galleryAccess.tokens(), timerIn()]).toEqual([1, 4 * MINUTE_MS]);
    await tick();
    expect([galleryAccess.tokens(), asked.length]).toEqual([2, 2]);
  });

  it.each([-26 * HOUR_MS, 26 * HOUR_MS])('trusts the lifetime when the clocks differ by %i ms', async (serverAhead) => {
    const { galleryAccess, timerIn } = setUp({ serverAhead });
    await galleryAccess.renew();
    expect(timerIn()).toBe(4 * MINUTE_MS);
  });

  it('is requested once for concurrent calls', async () => {
    const { galleryAccess, asked } = setUp();
    await Promise.all([galleryAccess.renew(), galleryAccess.renew(), galleryAccess.renew()]);
    expect(asked).toEqual([undefined]);
  });

  it('is requested on wake only when it is about to expire', async () => {
    const { galleryAccess, asked, sleep } = setUp();
    await galleryAccess.renew();
    sleep(2 * MINUTE_MS);
    galleryAccess.wake();
    expect(asked).toHaveLength(1);
    sleep(2.5 * MINUTE_MS);
    galleryAccess.wake();
    await galleryAccess.renew();
    expect([asked.length, galleryAccess.tokens()]).toEqual([2, 2]);
  });

  it('is renewed for failed images, at most every 5 s', async () => {
    const { galleryAccess, asked, sleep, timerIn } = setUp({ open: true });
    await galleryAccess.renew();
    for (let i = 0; i < 50; i += 1) galleryAccess.pictureFailed();
    expect([asked.length, timerIn()]).toEqual([1, 5000]);
    sleep(6000);
    for (let i = 0; i < 50; i += 1) galleryAccess.pictureFailed();
    await galleryAccess.renew();
    expect(asked).toHaveLength(2);
  });

  it('is requested more and more rarely for an image that is broken for good', async () => {
    const { galleryAccess, asked, tick, sleep, timerIn } = setUp();
    await galleryAccess.renew();
    const gaps: (number | null)[] = [];
    for (let round = 0; round < 7; round += 1) {
      // The image is loaded again with each new token, and fails again.
      sleep(100);
      galleryAccess.pictureFailed();
      gaps.push(timerIn());
      await tick();
    }
    expect(gaps).toEqual([4900, 9900, 19_900, 39_900, 59_900, 59_900, 59_900]);
    expect(asked).toHaveLength(8);
  });

  it('is not requested once the page is left', async () => {
    const { galleryAccess, timerIn } = setUp();
    await galleryAccess.renew();
    galleryAccess.stop();
    expect(timerIn()).toBeNull();
  });
});

describe('closed gallery', () => {
  it('reports the reason and stops polling', async () => {
    const { galleryAccess, refuse, tick, timerIn } = setUp({ open: true });
    await galleryAccess.renew();
    refuse('revoked');
    await tick();
    expect(galleryAccess.state()).toEqual({ phase: 'closed', access: 'revoked' });
    expect(timerIn()).toBeNull();
  });

  it('reports a gallery that does not exist', async () => {
    const { galleryAccess, fail, timerIn } = setUp();
    fail('not_found');
    await galleryAccess.renew();
    expect([galleryAccess.state(), timerIn()]).toEqual([{ phase: 'missing' }, null]);
  });
});

describe('network failure', () => {
  it('keeps an open gallery on the screen and retries with growing delays', async () => {
    const { galleryAccess, fail, grant, tick, timerIn } = setUp({ open: true });
    fail('network');
    await galleryAccess.renew();
    expect(galleryAccess.state()).toMatchObject({
      phase: 'open',
      rights: { view: true, download: false },
      offline: true,
    });
    const waits = [timerIn()];
    for (let i = 0; i < 6; i += 1) {
      await tick();
      waits.push(timerIn());
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    grant();
    await tick();
    expect(galleryAccess.state()).toEqual({ phase: 'open', rights: OPEN_RIGHTS, offline: false });
  });

  it('is reported if nothing could be shown yet', async () => {
    const { galleryAccess, fail, grant } = setUp();
    fail('network');
    await galleryAccess.renew();
    expect(galleryAccess.state()).toEqual({ phase: 'unreachable' });
    grant();
    galleryAccess.wake();
    await galleryAccess.renew();
    expect(galleryAccess.state().phase).toBe('open');
  });

  it('waits as long as the server demands', async () => {
    const { galleryAccess, fail, timerIn, sleep, asked } = setUp();
    fail('rate_limited', { retryAfter: 30 });
    await galleryAccess.renew();
    expect(timerIn()).toBe(30_000);
    // Not when the visitor returns either.
    sleep(29_000);
    galleryAccess.wake();
    expect(asked).toHaveLength(1);
  });
});

describe('the initial access of the page', () => {
  it('is shown until the answer opens the gallery', async () => {
    const { galleryAccess } = setUp({ initialAccess: 'password_required' });
    expect(galleryAccess.state()).toEqual({ phase: 'closed', access: 'password_required' });
    expect(galleryAccess.state()).toBe(galleryAccess.initialState());
    await galleryAccess.renew();
    expect(galleryAccess.state()).toMatchObject({ phase: 'open' });
  });

  it('does not close a gallery that a password opened before the first answer', async () => {
    const first = Promise.withResolvers<VerifyResponse>();
    const granted: VerifyResponse = { access: 'granted', rights: OPEN_RIGHTS, imagesUntil: 0 };
    const galleryAccess = new GalleryAccessClient({
      verify: (password) => (password === undefined ? first.promise : Promise.resolve(granted)),
      initialAccess: 'password_required',
      schedule: () => () => {},
    });
    const answers = [galleryAccess.renew(), galleryAccess.enter('secret')];
    // A password that does not wait for the first answer opens the gallery here.
    await new Promise(setImmediate);
    first.resolve({ access: 'password_required', rights: NO_RIGHTS, imagesUntil: 0 });
    await Promise.all(answers);
    expect(galleryAccess.state()).toMatchObject({ phase: 'open' });
  });
});

describe('password', () => {
  it('opens the gallery', async () => {
    const { galleryAccess, refuse, grant, asked } = setUp();
    refuse('password_required');
    await galleryAccess.renew();
    expect(galleryAccess.state()).toEqual({ phase: 'closed', access: 'password_required' });
    grant();
    await galleryAccess.enter('albumen');
    expect([galleryAccess.state().phase, galleryAccess.tokens(), asked.at(-1)]).toEqual(['open', 1, 'albumen']);
  });

  it('keeps the state if the password is wrong', async () => {
    const { galleryAccess, refuse, fail } = setUp();
    refuse('password_required');
    await galleryAccess.renew();
    fail('password_wrong');
    await expect(galleryAccess.enter('gelatine')).rejects.toMatchObject({ code: 'password_wrong' });
    expect(galleryAccess.state()).toEqual({ phase: 'closed', access: 'password_required' });
  });
});
