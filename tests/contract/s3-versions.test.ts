import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { bucket as Bucket, type Fixture, makeDirectory, refusal, startFixture } from './s3-fixture.ts';

let s3: Fixture;
beforeAll(async () => {
  s3 = await startFixture({ versioned: [Bucket] });
  return s3.remove;
});

const put = (Key: string, Body: string, { client } = s3) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'image/jpeg', Metadata: { part: Body } }));
const remove = (Key: string, { client } = s3) => client.send(new DeleteObjectCommand({ Bucket, Key }));
const listing = (Prefix: string, extra = {}, { client } = s3) =>
  client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...extra }));

async function read(Key: string, VersionId?: string): Promise<string> {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
  return Body!.transformToString();
}

/** Versions of a key, newest first. */
async function versionsOf(key: string) {
  return (await listing(key)).Versions ?? [];
}

it('keeps what is replaced and deleted, and hides it', async () => {
  await put('a/photo', 'first');
  await put('a/photo', 'second');
  await remove('a/photo');
  expect(await refusal(s3.client.send(new HeadObjectCommand({ Bucket, Key: 'a/photo' })))).toMatchObject({
    status: 404,
  });
  expect((await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/' }))).KeyCount).toBe(0);

  const { Versions = [], DeleteMarkers = [] } = await listing('a/');
  expect(Versions.map(({ Size, IsLatest }) => ({ Size, IsLatest }))).toEqual([
    { Size: 6, IsLatest: false },
    { Size: 5, IsLatest: false },
  ]);
  expect(DeleteMarkers).toMatchObject([{ Key: 'a/photo', IsLatest: true }]);
  expect(await read('a/photo', Versions[0]!.VersionId)).toBe('second');
  expect(await read('a/photo', Versions[1]!.VersionId)).toBe('first');
  const marker = s3.client.send(
    new GetObjectCommand({ Bucket, Key: 'a/photo', VersionId: DeleteMarkers[0]!.VersionId }),
  );
  expect(await refusal(marker)).toMatchObject({ code: 'NoSuchVersion' });
});

it('copies a version onto its key, with its headers', async () => {
  await put('b/photo', 'body');
  await s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'b/photo' }] } }));
  const [{ VersionId }] = (await versionsOf('b/photo')) as [{ VersionId: string }];
  const CopySource = `${Bucket}/b/photo?versionId=${VersionId}`;
  await s3.client.send(new CopyObjectCommand({ Bucket, Key: 'b/photo', CopySource }));
  const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'b/photo' }));
  expect(head).toMatchObject({ ContentType: 'image/jpeg', Metadata: { part: 'body' } });
  expect((await versionsOf('b/photo')).map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
  const other = s3.client.send(new CopyObjectCommand({ Bucket, Key: 'b/x', CopySource: `${CopySource}0` }));
  expect(await refusal(other)).toMatchObject({ code: 'NoSuchVersion' });
});

it('lists versions in pages, also within a key', async () => {
  for (const key of ['c/1', 'c/2', 'c/2', 'c/3']) await put(key, key);
  const found: (string | undefined)[] = [];
  let marker = {};
  for (let page = 0; page < 4; page += 1) {
    const answer = await listing('c/', { MaxKeys: 1, ...marker });
    found.push(...(answer.Versions ?? []).map(({ Key }) => Key));
    marker = { KeyMarker: answer.NextKeyMarker, VersionIdMarker: answer.NextVersionIdMarker };
    expect(answer.IsTruncated).toBe(page < 3);
  }
  expect(found).toEqual(['c/1', 'c/2', 'c/2', 'c/3']);
});

it('keeps none in other buckets, and forgets versions after 30 days', async () => {
  const dir = await makeDirectory();
  let now = Date.now();
  const reopened = async (versioned: string[]) => startFixture({ dir, versioned, now: () => now });
  let store = await reopened([]);
  await put('plain', 'x', store);
  await remove('plain', store);
  expect((await listing('plain', {}, store)).Versions).toBeUndefined();
  await store.close();
  store = await reopened([Bucket]);
  await put('kept', 'x', store);
  await remove('kept', store);
  for (const [days, count] of [
    [29, 1],
    [31, 0],
  ] as const) {
    await store.close();
    now = Date.now() + days * DAY_MS;
    store = await reopened([Bucket]);
    now = Date.now();
    const { Versions = [], DeleteMarkers = [] } = await listing('kept', {}, store);
    expect([Versions.length, DeleteMarkers.length]).toEqual([count, count]);
  }
  await store.close();
});
