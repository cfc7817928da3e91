import { beforeAll, expect, test } from 'vitest';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { bucket, credentials, region, startFixture } from './s3-fixture.ts';

const PART = 5 * 1024 ** 2;
const first = new Uint8Array(PART).fill(1);
const last = new Uint8Array(3).fill(2);

let storage: Storage;
beforeAll(async () => {
  const s3 = await startFixture();
  const endpoint = `http://localhost:${s3.port}`;
  storage = s3Storage({ ...credentials, region, endpoint, buckets: { originals: bucket, renditions: bucket } });
  return s3.remove;
});

const begin = (key: string) => storage.multipart.create('originals', key, 'application/zip');
const send = (key: string, id: string, number: number, body: Uint8Array<ArrayBuffer>) =>
  storage.multipart.uploadPart('originals', key, id, number, body);

test('a multipart upload becomes an object on completion, in any order of parts', async () => {
  const id = await begin('a/1.zip');
  const parts = [await send('a/1.zip', id, 2, last), await send('a/1.zip', id, 1, first)];
  expect(await storage.head('originals', 'a/1.zip')).toBeNull();
  expect(await storage.multipart.complete('originals', 'a/1.zip', id, parts)).toBe('stored');
  expect(await storage.head('originals', 'a/1.zip')).toMatchObject({ size: PART + 3, contentType: 'application/zip' });
  const seam = await storage.get('originals', 'a/1.zip', { from: PART - 1, to: PART });
  expect(seam).toEqual({ bytes: Uint8Array.of(1, 2), size: PART + 3 });
});

test('a second completion is reported, a second abort is not', async () => {
  const id = await begin('b/1.zip');
  const parts = [await send('b/1.zip', id, 1, last)];
  expect(await storage.multipart.complete('originals', 'b/1.zip', id, parts)).toBe('stored');
  expect(await storage.multipart.complete('originals', 'b/1.zip', id, parts)).toBe('gone');
  const other = await begin('b/2.zip');
  await storage.multipart.abort('originals', 'b/2.zip', other);
  await storage.multipart.abort('originals', 'b/2.zip', other);
  expect(await storage.multipart.complete('originals', 'b/2.zip', other, parts)).toBe('gone');
});

test('refuses parts below S3’s minimum size', async () => {
  const id = await begin('c/1.zip');
  const parts = [await send('c/1.zip', id, 1, last), await send('c/1.zip', id, 2, last)];
  expect(await storage.multipart.complete('originals', 'c/1.zip', id, parts)).toBe('invalid');
});

test('lists unfinished uploads under a prefix, page by page', async () => {
  const before = Date.now();
  const ids: string[] = [];
  await mapConcurrently(50, Array(1001).keys(), async (n) => ids.push(await begin(`d/${n % 2}/${n}.zip`)));
  const listed = await storage.multipart.list('originals', 'd/');
  expect(new Set(listed.map(({ uploadId }) => uploadId))).toEqual(new Set(ids));
  expect(listed.every(({ initiatedAt }) => initiatedAt >= before - 1000)).toBe(true);
  const odd = await storage.multipart.list('originals', 'd/1/');
  expect(odd).toHaveLength(500);
  expect(odd.every(({ key }) => key.startsWith('d/1/'))).toBe(true);
});
