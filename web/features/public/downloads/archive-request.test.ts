import { describe, expect, it, vi } from 'vitest';
import type { Archive } from '#core/api/archives.ts';
import { Failure } from '../shell/failure.ts';
import { ArchiveRequest } from './archive-request.ts';
import type { DownloadOptions } from './download-options.ts';

const ALL: DownloadOptions = { wanted: { what: 'all' }, size: 'web' };

function archive(values: Partial<Archive> = {}): Archive {
  const counts = { photoCount: 80, doneCount: 20, totalBytes: 800, doneBytes: 200 };
  const rest = { expiresAt: null, parts: [], failure: null };
  return { id: 'a'.repeat(20), size: 'web', status: 'packing', ...counts, ...rest, ...values };
}

type Answer = Archive | Failure;

/** Returns a request whose calls take the next answer of each list. */
function setUp(answers: { create?: Answer[]; status?: Answer[]; unlock?: (true | Failure)[] }) {
  const next = <T>(list: (T | Failure)[] | undefined): Promise<T> => {
    const answer = list?.shift();
    if (answer === undefined) throw new Error('not expected');
    return answer instanceof Failure ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const waiting: { callback: () => void; delay: number }[] = [];
  let storedId: string | null = null;
  const api = {
    createArchive: vi.fn(() => next(answers.create)),
    archive: vi.fn(() => next(answers.status)),
    unlock: vi.fn(async () => {
      await next<boolean>(answers.unlock as boolean[]);
      return { unlocked: true as const };
    }),
  };
  const order = new ArchiveRequest({
    api,
    galleryId: 'g',
    storage: { read: () => storedId, write: (id) => (storedId = id) },
    random: () => 0,
    schedule: (callback, delay) => {
      const entry = { callback, delay };
      waiting.push(entry);
      return () => waiting.splice(waiting.indexOf(entry) >>> 0, 1);
    },
  });
  const tick = async () => {
    waiting.shift()!.callback();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, api, waiting, tick, kept: () => storedId };
}

describe('ArchiveRequest', () => {
  it('reports a small archive as ready immediately', async () => {
    const { order, waiting } = setUp({ create: [archive({ status: 'ready' })] });
    await order.ask(ALL);
    expect(order.state()).toMatchObject({ step: 'ready', fresh: true });
    expect(waiting).toEqual([]);
  });

  it('asks no sooner than the server wants', async () => {
    const status = [new Failure('rate_limited', { retryAfter: 90 }), archive({ status: 'ready' })];
    const { order, waiting, tick } = setUp({ create: [archive()], status });
    await order.ask(ALL);
    await tick();
    expect(waiting[0]!.delay).toBe(90_000);
  });

  it('polls a large archive with growing delays until it is ready', async () => {
    const packing = { doneCount: 0, doneBytes: 0 };
    const status = [...Array.from({ length: 14 }, () => archive(packing)), archive({ status: 'ready' })];
    const { order, waiting, tick, kept } = setUp({ create: [archive(packing)], status });
    await order.ask(ALL);
    expect(order.state()).toMatchObject({ step: 'preparing', archive: packing });
    expect(kept()).not.toBeNull();
    const delays = [];
    for (let look = 0; look < 15; look += 1) {
      delays.push(Math.round(waiting[0]!.delay));
      await tick();
    }
    expect(delays.slice(0, 5)).toEqual([300, 420, 588, 823, 1152]);
    expect(delays.slice(-2)).toEqual([15_000, 15_000]);
    // The visitor may have moved on, so no download starts automatically.
    expect(order.state()).toMatchObject({ step: 'ready', fresh: false });
    expect(waiting).toEqual([]);
  });

  it('looks when the progress announces the end, and lets the download of a waiting visitor begin', async () => {
    const status = [200, 500, 790].map((doneBytes) => archive({ doneBytes }));
    const { order, waiting, tick } = setUp({ create: [archive()], status: [...status, archive({ status: 'ready' })] });
    await order.ask(ALL);
    const delays = [];
    for (let look = 0; look < 4; look += 1) {
      delays.push(Math.round(waiting[0]!.delay));
      await tick();
    }
    // A quarter after 0.3 s, five eighths after 0.72 s, nearly all after 1.15 s.
    expect(delays).toEqual([300, 420, 432, 300]);
    expect(order.state()).toMatchObject({ step: 'ready', fresh: true });
  });

  it('lets no download begin that was ordered before', async () => {
    const { order } = setUp({ status: [archive({ status: 'ready' })] });
    await order.resume('a'.repeat(20));
    expect(order.state()).toMatchObject({ step: 'ready', fresh: false });
  });

  it('keeps polling while offline and reports it', async () => {
    const { order, tick } = setUp({ create: [archive()], status: [new Failure('network'), archive()] });
    await order.ask(ALL);
    await tick();
    expect(order.state()).toMatchObject({ step: 'preparing', offline: true });
    await tick();
    expect(order.state()).toMatchObject({ step: 'preparing', offline: false });
  });

  it.each([
    [archive({ status: 'failed' }), 'archive_failed'],
    [archive({ status: 'failed', failure: 'archive_outdated' }), 'archive_outdated'],
    [archive({ status: 'expired' }), 'archive_expired'],
    [new Failure('archive_outdated'), 'archive_outdated'],
    [new Failure('not_found'), 'archive_expired'],
    [new Failure('download_not_allowed'), 'download_not_allowed'],
  ] as const)('ends with %j', async (answer, code) => {
    const { order, tick, waiting, kept } = setUp({ create: [archive()], status: [answer] });
    await order.ask(ALL);
    await tick();
    expect(order.state()).toEqual({ step: 'over', code });
    expect([waiting, kept()]).toEqual([[], null]);
  });

  it('orders the same photos again', async () => {
    const create = [archive({ status: 'failed' }), archive({ status: 'ready' })];
    const { order, api } = setUp({ create });
    await order.ask(ALL);
    await order.again();
    expect(order.state().step).toBe('ready');
    expect(api.createArchive).toHaveBeenCalledTimes(2);
  });

  it('returns to the form with the reason of a refusal', async () => {
    const failure = new Failure('rate_limited');
    const { order } = setUp({ create: [failure] });
    await order.ask(ALL);
    expect(order.state()).toEqual({ step: 'choosing', failure });
  });
});

describe('PIN', () => {
  it('asks for the PIN and continues once it is right', async () => {
    const create = [new Failure('pin_required'), archive({ status: 'ready' })];
    const wrong = new Failure('pin_wrong');
    const { order } = setUp({ create, unlock: [wrong, true] });
    await order.ask(ALL);
    expect(order.state()).toEqual({ step: 'pin', busy: false });
    await order.enterPin('0000');
    expect(order.state()).toEqual({ step: 'pin', busy: false, failure: wrong });
    await order.enterPin('1234');
    expect(order.state()).toMatchObject({ step: 'ready', fresh: true });
  });

  it('asks for the PIN after a mail link too', async () => {
    const { order } = setUp({ status: [new Failure('pin_required'), archive({ status: 'ready' })], unlock: [true] });
    await order.resume('b'.repeat(20));
    expect(order.state().step).toBe('pin');
    await order.enterPin('1234');
    expect(order.state().step).toBe('ready');
  });
});

it('ignores an answer after Back', async () => {
  const { order, kept } = setUp({ create: [archive({ status: 'ready' })] });
  const request = order.ask(ALL);
  order.back();
  await request;
  expect(order.state()).toEqual({ step: 'choosing' });
  expect(kept()).toBeNull();
});

it('returns to the form if the order is unknown', async () => {
  const { order } = setUp({ status: [archive({ status: 'expired' })] });
  await order.resume('b'.repeat(20));
  expect(order.state()).toEqual({ step: 'over', code: 'archive_expired' });
  await order.again();
  expect(order.state()).toEqual({ step: 'choosing' });
});
