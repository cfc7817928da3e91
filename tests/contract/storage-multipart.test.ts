import { beforeAll, expect, test } from 'vitest';
import { s3Storage, type Storage } from '#functions/platform/storage/storage.ts';
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

test('an upload in parts is an object once it is completed, whatever their order', async () => {
  const id = await begin('a/1.zip');
  const parts = [await send('a/1.zip', id, 2, last), await send('a/1.zip', id, 1, first)];
  expect(await storage.head('originals', 'a/1.zip')).toBeNull();
  expect(await storage.multipart.complete('originals', 'a/1.zip', id, parts)).toBe(true);
  expect(await storage.head('originals', 'a/1.zip')).toMatchObject({ size: PART + 3, contentType: 'application/zip' });
  const seam = await storage.get('originals', 'a/1.zip', { from: PART - 1, to: PART });
  expect(new Uint8Array(await seam!.arrayBuffer())).toEqual(Uint8Array.of(1, 2));
});

test('completing twice is told apart, aborting twice is not', async () => {
  const id = await begin('b/1.zip');
  const parts = [await send('b/1.zip', id, 1, last)];
  expect(await storage.multipart.complete('originals', 'b/1.zip', id, parts)).toBe(true);
  expect(await storage.multipart.complete('originals', 'b/1.zip', id, parts)).toBe(false);
  const other = await begin('b/2.zip');
  await storage.multipart.abort('originals', 'b/2.zip', other);
  await storage.multipart.abort('originals', 'b/2.zip', other);
  expect(await storage.multipart.complete('originals', 'b/2.zip', other, parts)).toBe(false);
});

test('parts that are too small for S3 are an error', async () => {
  const id = await begin('c/1.zip');
  const parts = [await send('c/1.zip', id, 1, last), await send('c/1.zip', id, 2, last)];
  await expect(storage.multipart.complete('originals', 'c/1.zip', id, parts)).rejects.toThrow('S3 answered 400');
});

test('unfinished uploads are listed below a prefix, page after page', async () => {
  const before = Date.now();
  const ids = await Promise.all(Array.from({ length: 1001 }, (_, n) => begin(`d/${n % 2}/${n}.zip`)));
  const listed = await storage.multipart.list('originals', 'd/');
  expect(new Set(listed.map(({ uploadId }) => uploadId))).toEqual(new Set(ids));
  expect(listed.every(({ initiatedAt }) => initiatedAt >= before - 1000)).toBe(true);
  const odd = await storage.multipart.list('originals', 'd/1/');
  expect(odd).toHaveLength(500);
  expect(odd.every(({ key }) => key.startsWith('d/1/'))).toBe(true);
});
