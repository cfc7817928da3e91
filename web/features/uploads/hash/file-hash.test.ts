import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MULTIPART_BYTES, PART_RULES } from '#core/domain/photos/uploads.ts';
import { hashFile, SLICE_BYTES, WHOLE_BYTES } from './file-hash.ts';

const truth = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Returns bytes without a pattern, so that a missing slice changes the hash. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 2_654_435_761) >>> 24);

test('hashes a small file in one piece', async () => {
  expect(await hashFile(new Blob([bytesOf(5000)]))).toEqual({ sha256: truth(bytesOf(5000)) });
});

test('never loads a large file as a whole', async () => {
  const bytes = new Uint8Array(WHOLE_BYTES + SLICE_BYTES + 1).fill(3);
  const large = new Blob([bytes]);
  large.arrayBuffer = () => Promise.reject(new Error('held whole'));
  expect(await hashFile(large)).toEqual({ sha256: truth(bytes) });
});

test('hashes each part of a multipart file', async () => {
  const bytes = new Uint8Array(MULTIPART_BYTES + 1);
  for (let at = 0; at < bytes.length; at += PART_RULES.partBytes) bytes[at] = at / PART_RULES.partBytes;
  const { sha256, partHashes = [] } = await hashFile(new Blob([bytes]));
  expect(sha256).toBe(truth(bytes));
  const parts = Array.from({ length: 7 }, (_, index) =>
    bytes.subarray(index * PART_RULES.partBytes, (index + 1) * PART_RULES.partBytes),
  );
  expect(partHashes).toEqual(parts.map(truth));
});
