import { expect, it, vi } from 'vitest';
import { ShareBatches } from './share-batches.ts';

const limits = { files: 3, bytes: 100 };

function setUp(sizes: readonly number[], share = vi.fn((_files: File[]) => Promise.resolve())) {
  const fetch = vi.fn((size: number) =>
    Promise.resolve({ blob: new Blob([new Uint8Array(size)], { type: 'image/jpeg' }), filename: `${size}.jpg` }),
  );
  const saving = new ShareBatches({ photos: sizes, fetch, share, limits });
  return { saving, fetch, share };
}

async function shareAll({ saving, share }: ReturnType<typeof setUp>) {
  await saving.load();
  for (let tap = 0; tap < 20 && saving.state().step === 'batch'; tap += 1) await saving.shareBatch();
  return share.mock.calls.map(([files]) => files.map(({ size }) => size));
}

it('shares as many files in one batch as the browser accepts, each photo once and in order', async () => {
  const setup = setUp([10, 11, 12, 13, 14, 15, 16]);
  expect(await shareAll(setup)).toEqual([[10, 11, 12], [13, 14, 15], [16]]);
  expect(setup.saving.state()).toEqual({ step: 'saved', total: 7 });
  expect(setup.fetch).toHaveBeenCalledTimes(7);
});

it('keeps a batch below its byte limit and moves the rest to the next one', async () => {
  const setup = setUp([60, 50, 30, 20, 90]);
  expect(await shareAll(setup)).toEqual([[60], [50, 30, 20], [90]]);
  expect(setup.fetch).toHaveBeenCalledTimes(5);
});

it('shares a photo larger than a batch alone', async () => {
  expect(await shareAll(setUp([10, 500, 10]))).toEqual([[10], [500], [10]]);
});

it('waits for a tap before each batch and reports the progress', async () => {
  const { saving, share } = setUp([10, 11, 12, 13]);
  await saving.load();
  expect(share).not.toHaveBeenCalled();
  expect(saving.state()).toEqual({ step: 'batch', done: 0, total: 4, count: 3 });
  await saving.shareBatch();
  expect(saving.state()).toEqual({ step: 'batch', done: 3, total: 4, count: 1 });
});

it('offers the same batch again if the share sheet is closed', async () => {
  const share = vi.fn((_files: File[]) => Promise.resolve());
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  const { saving } = setUp([10, 11], share);
  await saving.load();
  await saving.shareBatch();
  expect(saving.state()).toEqual({ step: 'batch', done: 0, total: 2, count: 2 });
  await saving.shareBatch();
  expect(saving.state()).toEqual({ step: 'saved', total: 2 });
});

it('continues at the photo that failed', async () => {
  const setup = setUp([10, 11, 12, 13]);
  const failure = new Error('network');
  setup.fetch.mockResolvedValueOnce({ blob: new Blob([new Uint8Array(10)]), filename: 'a' });
  setup.fetch.mockRejectedValueOnce(failure);
  await setup.saving.load();
  expect(setup.saving.state()).toEqual({ step: 'stopped', done: 0, total: 4, failure });
  await setup.saving.load();
  expect(setup.saving.state()).toMatchObject({ step: 'batch', count: 3 });
  // The first photo is not fetched again.
  expect(setup.fetch.mock.calls.map(([size]) => size)).toEqual([10, 11, 11, 12]);
});
