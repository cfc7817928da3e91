import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashFile, SLICE_BYTES, WHOLE_BYTES } from './file-hash.ts';
import { Sha256 } from './sha256.ts';

const truth = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Bytes without a pattern that a block could hide. */
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 2_654_435_761) >>> 24);

test('every length around the ends of blocks', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = bytesOf(length);
    expect(new Sha256().update(bytes).digest(), `${length} bytes`).toBe(truth(bytes));
  }
});

test('however it is cut into pieces', () => {
  const bytes = bytesOf(1000);
  for (const piece of [1, 7, 63, 64, 65, 128, 999]) {
    const hash = new Sha256();
    for (let at = 0; at < bytes.length; at += piece) hash.update(bytes.subarray(at, at + piece));
    expect(hash.digest(), `pieces of ${piece}`).toBe(truth(bytes));
  }
});

test('a file is never held whole beyond a bound', async () => {
  const small = new Blob([bytesOf(5000)]);
  expect(await hashFile(small)).toBe(truth(bytesOf(5000)));
  const bytes = new Uint8Array(WHOLE_BYTES + SLICE_BYTES + 1).fill(3);
  const large = new Blob([bytes]);
  large.arrayBuffer = () => Promise.reject(new Error('held whole'));
  expect(await hashFile(large)).toBe(truth(bytes));
});
