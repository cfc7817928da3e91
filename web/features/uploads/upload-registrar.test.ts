import { expect, test, vi } from 'vitest';
import type { RegisteredFile } from './presigned-urls.ts';
import { type Duplicate, type PresignFile, UploadRegistrar } from './upload-registrar.ts';

const file = (photoId: string, galleryId = 'g'): RegisteredFile => ({
  photoId,
  galleryId,
  filename: `${photoId}.jpg`,
  size: 1,
  type: 'image/jpeg',
});

function make(hashes: Record<string, string | null>, known: Record<string, string> = {}) {
  const found: Duplicate[] = [];
  const listed = new Set(Object.keys(hashes));
  const presign = vi.fn(async (_gallery: string, files: readonly PresignFile[]) => {
    const isKnown = ({ sha256, keepDuplicate }: PresignFile) => !keepDuplicate && known[sha256 ?? ''] !== undefined;
    return {
      uploads: files.filter((one) => !isKnown(one)).map(({ photoId }) => ({ photoId, url: 'https://s3', headers: {} })),
      multipart: [],
      arrived: [],
      refused: files
        .filter(isKnown)
        .map(({ photoId, sha256 }) => ({ photoId, code: 'duplicate', sameAs: known[sha256 ?? ''] })),
    };
  });
  const hash = vi.fn(async (photoId: string) => (hashes[photoId] ? { sha256: hashes[photoId] } : null));
  const announcer = new UploadRegistrar({
    presign,
    hash,
    isListed: (photoId) => listed.has(photoId),
    onDuplicates: (duplicates) => found.push(...duplicates),
  });
  return { announcer, presign, found, listed, hash };
}

test('reports a duplicate with its name and registers it if it is kept', async () => {
  const { announcer, presign, found } = make({ a: 'x', b: 'y' }, { x: 'old.jpg' });
  const answer = await announcer.announce('g', [file('a'), file('b')]);
  expect(found).toEqual([{ photoId: 'a', sameAs: 'old.jpg' }]);
  expect(answer.uploads.map(({ photoId }) => photoId)).toEqual(['b']);
  announcer.keep('a');
  expect((await announcer.announce('g', [file('a')])).uploads).toHaveLength(1);
  expect(presign.mock.lastCall).toMatchObject(['g', [{ photoId: 'a', sha256: 'x', keepDuplicate: true }]]);
});

test('finds a file chosen twice in this window before it is stored, within one gallery', async () => {
  const { announcer, presign, found } = make({ a: 'x', b: 'x', c: 'x' });
  await announcer.announce('g', [file('a'), file('b')]);
  expect(found).toEqual([{ photoId: 'b', sameAs: 'a.jpg' }]);
  await announcer.announce('other', [file('c', 'other')]);
  expect(found).toHaveLength(1);
  // Only the duplicate: no server request is needed.
  presign.mockClear();
  await announcer.announce('g', [file('b')]);
  expect(presign).not.toHaveBeenCalled();
});

test('does not match a file with itself or with a removed one', async () => {
  const { announcer, found, listed } = make({ a: 'x', b: 'x' });
  await announcer.announce('g', [file('a')]);
  await announcer.announce('g', [file('a')]);
  listed.delete('a');
  await announcer.announce('g', [file('b')]);
  expect(found).toEqual([]);
});

test('registers a file without a hash if hashing fails', async () => {
  const { announcer, presign, found } = make({ a: null, b: null });
  await announcer.announce('g', [file('a'), file('b')]);
  expect(presign.mock.calls[0]![1].map(({ sha256 }) => sha256)).toEqual([undefined, undefined]);
  expect(found).toEqual([]);
});

test('does not hash a prepared file again', async () => {
  const { announcer, presign, hash } = make({ a: 'x', b: 'y' });
  announcer.prepare([file('a'), file('b')]);
  expect(presign).not.toHaveBeenCalled();
  await announcer.announce('g', [file('a'), file('b')]);
  expect(hash).toHaveBeenCalledTimes(2);
});
