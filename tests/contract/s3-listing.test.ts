import {
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket, type Fixture, sendSigned, startFixture } from './s3-fixture.ts';

const keys = ['a/1', 'a/2', 'a/b/3', 'b', 'c/4', 'd e/+5', 'z', '\uffee', '\u{1f39e}'];

let s3: Fixture;
beforeAll(async () => {
  s3 = await startFixture();
  for (const Key of keys.toReversed()) await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key }));
  return s3.remove;
});

async function list(input: Partial<ListObjectsV2CommandInput> = {}) {
  const found: string[] = [];
  let pages = 0;
  for await (const page of paginateListObjectsV2({ client: s3.client }, { Bucket: bucket, ...input })) {
    pages += 1;
    const contents = page.Contents?.map(({ Key }) => Key ?? '') ?? [];
    const prefixes = page.CommonPrefixes?.map(({ Prefix }) => `${Prefix}*`) ?? [];
    expect(page.KeyCount).toBe(contents.length + prefixes.length);
    found.push(...contents, ...prefixes);
  }
  return { found, pages };
}

describe('listing objects', () => {
  test('sorts by UTF-8 bytes, not by UTF-16 units', async () => {
    expect((await list()).found).toEqual(keys);
    expect(keys.toSorted()).not.toEqual(keys);
  });

  test('describes each object', async () => {
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'd e/+' }));
    expect(Contents).toEqual([
      {
        Key: 'd e/+5',
        Size: 6,
        ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        StorageClass: 'STANDARD',
        LastModified: expect.any(Date),
        ChecksumAlgorithm: ['CRC32'],
      },
    ]);
  });

  test.each([1, 2, 3, 4, 9, 10])('in pages of %i returns each key once', async (MaxKeys) => {
    const { found, pages } = await list({ MaxKeys });
    expect(found).toEqual(keys);
    expect(pages).toBe(Math.ceil(keys.length / MaxKeys));
  });

  test.each([1, 2, 3, 100])('groups by a delimiter, in pages of %i', async (MaxKeys) => {
    const { found } = await list({ Delimiter: '/', MaxKeys });
    expect(found.toSorted()).toEqual(['a/*', 'b', 'c/*', 'd e/*', 'z', '\uffee', '\u{1f39e}'].toSorted());
  });

  test('filters by prefix, with and without a delimiter', async () => {
    expect((await list({ Prefix: 'a' })).found).toEqual(['a/1', 'a/2', 'a/b/3']);
    expect((await list({ Prefix: 'a/', Delimiter: '/' })).found).toEqual(['a/1', 'a/2', 'a/b/*']);
    expect((await list({ Prefix: 'a/b', Delimiter: '/' })).found).toEqual(['a/b/*']);
    expect((await list({ Prefix: 'nothing' })).found).toEqual([]);
  });

  test('starts after a key', async () => {
    expect((await list({ StartAfter: 'c/4' })).found).toEqual(['d e/+5', 'z', '\uffee', '\u{1f39e}']);
  });

  test('encodes keys on request', async () => {
    const input = { Bucket: bucket, Prefix: 'd e/', EncodingType: 'url' } as const;
    const { Contents, Prefix } = await s3.client.send(new ListObjectsV2Command(input));
    expect([Contents?.[0]?.Key, Prefix]).toEqual(['d%20e/%2B5', 'd%20e/']);
  });

  test('returns an empty page without a continuation token', async () => {
    const answer = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 0 }));
    expect(answer).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  test.each(['max-keys=x', 'max-keys=-1', 'continuation-token=%20', 'continuation-token=', 'encoding-type=xml'])(
    'refuses %s',
    async (parameter) => {
      const answer = await sendSigned(`${s3.url}/${bucket}?list-type=2&${parameter}`);
      expect(answer).toMatchObject({ status: 400, code: 'InvalidArgument' });
    },
  );
});
