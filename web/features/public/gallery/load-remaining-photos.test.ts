import { expect, it, vi } from 'vitest';
import type { PublicGallery } from '#core/api/public.ts';
import { PhotoLoader } from './load-remaining-photos.ts';

const answer = { gallery: { photoCount: 7 }, photos: [{ id: 'a' }, { id: 'b' }] } as unknown as PublicGallery;

function setUp(fetch: () => Promise<PublicGallery>) {
  const waiting: { callback: () => void; delay: number }[] = [];
  const take = vi.fn<(page: PublicGallery) => void>();
  const rest = new PhotoLoader({
    fetch,
    take,
    random: () => 0,
    schedule: (callback, delay) => {
      const entry = { callback, delay };
      waiting.push(entry);
      return () => {
        const at = waiting.indexOf(entry);
        if (at >= 0) waiting.splice(at, 1);
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { rest, take, waiting, settle };
}

it('waits for the first images unless the visitor asked for a photo', async () => {
  const fetch = vi.fn(() => Promise.resolve(answer));
  const { rest, take, waiting, settle } = setUp(fetch);
  rest.begin(false);
  expect(fetch).not.toHaveBeenCalled();
  waiting[0]!.callback();
  await settle();
  // The answer sets the photo count: a gallery that shrank would otherwise never be complete.
  expect(take.mock.calls[0]![0].gallery.photoCount).toBe(2);

  const hurried = setUp(fetch);
  hurried.rest.begin(true);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('retries with growing delays, and immediately when the network is back', async () => {
  let down = true;
  const { rest, take, waiting, settle } = setUp(() =>
    down ? Promise.reject(new Error('down')) : Promise.resolve(answer),
  );
  rest.begin(true);
  await settle();
  waiting.shift()!.callback();
  await settle();
  expect(waiting.map(({ delay }) => delay)).toEqual([4000]);
  down = false;
  rest.retry();
  await settle();
  expect(take).toHaveBeenCalledTimes(1);
  expect(waiting).toEqual([]);
});

it('ignores the answer once stopped', async () => {
  const { rest, take, settle } = setUp(() => Promise.resolve(answer));
  rest.begin(true);
  rest.stop();
  await settle();
  expect(take).not.toHaveBeenCalled();
});
