import { expect, test, vi } from 'vitest';
import { BatchSigner, type RegisteredFile, SIGNATURE_MS, UploadRejected } from './presigned-urls.ts';

const files = (count: number, galleryId = 'g'): RegisteredFile[] =>
  Array.from({ length: count }, (_, index) => ({
    photoId: `${galleryId}${index}`,
    galleryId,
    filename: `${index}.jpg`,
    size: 1,
    type: 'image/jpeg',
  }));

const signAll = () =>
  vi.fn(async (_gallery: string, batch: readonly RegisteredFile[]) => ({
    uploads: batch.map(({ photoId }) => ({
      photoId,
      missing: new Map([[1, { url: `https://s3/${photoId}`, headers: {} }]]),
    })),
    refused: [],
  }));

test('signs 120 files of one gallery in three requests', async () => {
  const sign = signAll();
  const signer = new BatchSigner(sign);
  const all = files(120);
  signer.announce(all);
  for (const { photoId } of all) expect((await signer.sign(photoId)).missing.get(1)?.url).toBe(`https://s3/${photoId}`);
  expect(sign.mock.calls.map(([, batch]) => batch.length)).toEqual([50, 50, 20]);
});

test('prepares the gallery’s next batch while one is sent', async () => {
  const prepared: string[][] = [];
  const prepare = (batch: readonly RegisteredFile[]) => void prepared.push(batch.map(({ photoId }) => photoId));
  const signer = new BatchSigner(signAll(), { prepare });
  const all = files(120);
  signer.announce([...all, ...files(3, 'other')]);
  const first = signer.sign('g0');
  expect(prepared).toEqual([]);
  await first;
  expect(prepared).toEqual([all.slice(50, 100).map(({ photoId }) => photoId)]);
  await signer.sign('g50');
  expect(prepared[1]).toHaveLength(20);
  await signer.sign('g100');
  expect(prepared).toHaveLength(2);
});

test('keeps galleries in separate batches', async () => {
  const sign = signAll();
  const signer = new BatchSigner(sign);
  signer.announce([...files(2, 'a'), ...files(2, 'b')]);
  await signer.sign('a0');
  await signer.sign('b1');
  expect(sign.mock.calls.map(([gallery, batch]) => [gallery, batch.length])).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
});

test('renews an old signature', async () => {
  let now = 0;
  const sign = signAll();
  const signer = new BatchSigner(sign, { now: () => now });
  signer.announce(files(1));
  await signer.sign('g0');
  now = SIGNATURE_MS - 1;
  await signer.sign('g0');
  expect(sign).toHaveBeenCalledTimes(1);
  now = SIGNATURE_MS;
  await signer.sign('g0');
  expect(sign).toHaveBeenCalledTimes(2);
});

test('rejects a refused file with its reason and signs the others', async () => {
  const signer = new BatchSigner(async () => ({
    uploads: [{ photoId: 'g1', missing: new Map() }],
    refused: [{ photoId: 'g0', code: 'heic_unsupported' }],
  }));
  signer.announce(files(2));
  await expect(signer.sign('g0')).rejects.toEqual(new UploadRejected('heic_unsupported'));
  expect((await signer.sign('g1')).photoId).toBe('g1');
});

test('requests again after a failed request', async () => {
  const sign = signAll();
  sign.mockRejectedValueOnce(new Error('network'));
  const signer = new BatchSigner(sign);
  signer.announce(files(2));
  await expect(signer.sign('g0')).rejects.toThrow('network');
  expect((await signer.sign('g0')).photoId).toBe('g0');
});

test('does not sign a forgotten file', async () => {
  const sign = signAll();
  const signer = new BatchSigner(sign);
  signer.announce(files(3));
  signer.forget('g1');
  await signer.sign('g0');
  expect(sign.mock.calls[0]![1].map(({ photoId }) => photoId)).toEqual(['g0', 'g2']);
  expect(signer.knows('g1')).toBe(false);
});
