import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket, type Fixture, makeClient, refusal, sendSigned, startFixture, startOwnFixture } from './s3-fixture.ts';

const mebibyte = 1024 ** 2;
const first = Buffer.alloc(5 * mebibyte, 'first ');
const second = Buffer.alloc(6 * mebibyte, 'second ');
const last = Buffer.from('last');

let s3: Fixture;
beforeAll(async () => {
  s3 = await startFixture();
  return s3.remove;
});

/** Sends checksums on request only, as the product's browser does. */
const plain = () => makeClient(s3.port, { requestChecksumCalculation: 'WHEN_REQUIRED' });

async function create(Key: string, input: Partial<CreateMultipartUploadCommandInput> = {}, client = plain()) {
  const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key, ...input });
  const { UploadId } = await client.send(command);
  const target = { Bucket: bucket, Key, UploadId: UploadId ?? '' };
  return {
    target,
    async upload(PartNumber: number, Body: Buffer, extra = {}): Promise<CompletedPart> {
      const answer = await client.send(new UploadPartCommand({ ...target, PartNumber, Body, ...extra }));
      const { ETag, ChecksumCRC32, ChecksumSHA256 } = answer;
      return { PartNumber, ETag, ChecksumCRC32, ChecksumSHA256 };
    },
    complete: (Parts: CompletedPart[], extra = {}) =>
      client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts }, ...extra })),
    abort: () => client.send(new AbortMultipartUploadCommand(target)),
    list: (extra = {}) => client.send(new ListPartsCommand({ ...target, ...extra })),
  };
}

async function read(key: string, range?: string) {
  return sendSigned(`${s3.url}/${bucket}/${key}`, { headers: range ? { range } : {} });
}

describe('completing', () => {
  test('joins the chosen parts in order, with their headers and an ETag of ETags', async () => {
    const upload = await create('joined', { ContentType: 'image/jpeg', Metadata: { camera: 'Leica' } });
    const parts = [
      await upload.upload(9, last),
      await upload.upload(2, second),
      await upload.upload(1, first),
    ].reverse();
    const { ETag, Location } = await upload.complete(parts);

    const digests = [first, second, last].map((body) => createHash('md5').update(body).digest());
    const expected = createHash('md5').update(Buffer.concat(digests)).digest('hex');
    expect(ETag).toBe(`"${expected}-3"`);
    expect(Location).toBe(`${s3.url}/${bucket}/joined`);
    const stored = await read('joined');
    expect(Buffer.concat([first, second, last]).equals(stored.body)).toBe(true);
    expect(stored.headers).toMatchObject({ etag: ETag, 'content-type': 'image/jpeg', 'x-amz-meta-camera': 'Leica' });
    const seam = await read('joined', `bytes=${first.length - 6}-${first.length + 6}`);
    expect(seam.text).toBe(Buffer.concat([first.subarray(-6), second.subarray(0, 7)]).toString());
    expect((await refusal(upload.list())).code).toBe('NoSuchUpload');
  });

  test('takes the last upload of a part and leaves out unnamed parts', async () => {
    const upload = await create('again');
    const replaced = await upload.upload(1, Buffer.from('old'));
    const part = await upload.upload(1, last);
    await upload.upload(2, Buffer.from('not named'));
    expect((await refusal(upload.complete([replaced]))).code).toBe('InvalidPart');
    await upload.complete([part]);
    expect((await read('again')).text).toBe('last');
  });

  test('refuses small, unknown, altered and unordered parts, and an empty list', async () => {
    const upload = await create('refused');
    const small = await upload.upload(1, last);
    const large = await upload.upload(2, first);
    const attempt = async (parts: CompletedPart[]) => (await refusal(upload.complete(parts))).code;
    expect(await attempt([small, large])).toBe('EntityTooSmall');
    expect(await attempt([large, { ...small, PartNumber: 3 }])).toBe('InvalidPart');
    expect(await attempt([{ ...large, ETag: small.ETag }])).toBe('InvalidPart');
    expect(await attempt([large, small])).toBe('InvalidPartOrder');
    expect(await attempt([large, large])).toBe('InvalidPartOrder');
    expect(await attempt([])).toBe('MalformedXML');
    expect((await refusal(upload.complete([large], { MpuObjectSize: 1 }))).code).toBe('InvalidRequest');
    expect((await read('refused')).status).toBe(404);
    await upload.complete([large], { MpuObjectSize: first.length });
    expect((await read('refused')).body.length).toBe(first.length);
  });

  test('obeys If-None-Match and If-Match, and can be retried', async () => {
    await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'taken', Body: 'there' }));
    const upload = await create('taken');
    const part = await upload.upload(1, last);
    expect((await refusal(upload.complete([part], { IfNoneMatch: '*' }))).status).toBe(412);
    expect((await refusal(upload.complete([part], { IfMatch: '"other"' }))).status).toBe(412);
    expect((await read('taken')).text).toBe('there');
    await upload.complete([part]);
    expect((await read('taken')).text).toBe('last');
  });

  test('twice concurrently succeeds once', async () => {
    const upload = await create('twice');
    const parts = [await upload.upload(1, first), await upload.upload(2, last)];
    const outcomes = await Promise.allSettled([upload.complete(parts), upload.complete(parts)]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    expect(refused.map(({ name }) => name)).toEqual(['NoSuchUpload']);
    expect((await read('twice')).body.length).toBe(first.length + last.length);
  });
});

describe('checksums', () => {
  test('of the parts are combined into that of the object', async () => {
    const client = makeClient(s3.port);
    const upload = await create('composed', { ChecksumAlgorithm: 'CRC32' }, client);
    const parts = [await upload.upload(1, first), await upload.upload(2, last)];
    const { ChecksumCRC32, ChecksumType } = await upload.complete(parts);
    const raw = Buffer.alloc(8);
    raw.writeUInt32BE(crc32(first));
    raw.writeUInt32BE(crc32(last), 4);
    const composed = Buffer.alloc(4);
    composed.writeUInt32BE(crc32(raw));
    expect([ChecksumCRC32, ChecksumType]).toEqual([`${composed.toString('base64')}-2`, 'COMPOSITE']);
    const get = new GetObjectCommand({ Bucket: bucket, Key: 'composed', ChecksumMode: 'ENABLED' });
    const answer = await client.send(get);
    expect(answer.ChecksumCRC32).toBe(ChecksumCRC32);
    expect((await answer.Body?.transformToByteArray())?.length).toBe(first.length + last.length);
  });

  test('are required of every part and of the completion', async () => {
    const upload = await create('checked', { ChecksumAlgorithm: 'SHA256' });
    expect((await refusal(upload.upload(1, last))).code).toBe('InvalidRequest');
    const part = await upload.upload(1, last, { ChecksumAlgorithm: 'SHA256' });
    expect(part.ChecksumSHA256).toBe(createHash('sha256').update(last).digest('base64'));
    const { ChecksumSHA256: _, ...without } = part;
    expect((await refusal(upload.complete([without]))).code).toBe('InvalidRequest');
    const altered = { ...part, ChecksumSHA256: createHash('sha256').digest('base64') };
    expect((await refusal(upload.complete([altered]))).code).toBe('InvalidPart');
    await upload.complete([part]);
  });

  test('of a part are verified', async () => {
    const upload = await create('verified');
    const url = `${s3.url}/${bucket}/verified?partNumber=1&uploadId=${upload.target.UploadId}`;
    const headers = { 'content-md5': createHash('md5').update('other').digest('base64') };
    expect((await sendSigned(url, { method: 'PUT', headers, body: 'body' })).code).toBe('BadDigest');
    expect((await upload.list()).Parts).toBeUndefined();
  });
});

describe('stored files', () => {
  const countFiles = async ({ dir }: Fixture) => {
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    return files.filter((entry) => entry.isFile() && !entry.name.startsWith('index')).length;
  };

  test('of an aborted upload are deleted', async () => {
    const own = await startOwnFixture();
    const upload = await create('aborted', {}, makeClient(own.port));
    await upload.upload(1, last);
    await upload.abort();
    expect((await refusal(upload.abort())).code).toBe('NoSuchUpload');
    expect((await refusal(upload.upload(1, last))).code).toBe('NoSuchUpload');
    expect(await countFiles(own)).toBe(0);
  });

  test('of a completed one are the object; replaced and unnamed parts are deleted', async () => {
    const own = await startOwnFixture();
    const upload = await create('completed', {}, makeClient(own.port));
    await upload.upload(1, first);
    const part = await upload.upload(1, last);
    await upload.upload(2, last);
    expect(await countFiles(own)).toBe(2);
    await upload.complete([part]);
    expect(await countFiles(own)).toBe(1);
  });
});

describe('listing', () => {
  test('returns parts by number, page by page', async () => {
    const upload = await create('parts');
    for (const number of [3, 1, 10_000, 2]) await upload.upload(number, Buffer.alloc(number));
    const numbers: unknown[] = [];
    for (let marker: string | undefined = '0'; marker !== undefined;) {
      const page = await upload.list({ MaxParts: 3, PartNumberMarker: marker });
      numbers.push(page.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size]));
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    }
    expect(numbers).toEqual([
      [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [[10_000, 10_000]],
    ]);
  });

  test('returns uploads by key, page by page, under a prefix', async () => {
    const keys = ['list/a', 'list/a', 'list/b c+d', 'list/é'];
    for (const key of [...keys, 'other']) await create(key);
    const found: (string | undefined)[] = [];
    let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (let more = true; more;) {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'list/', MaxUploads: 1, ...marker });
      const page = await s3.client.send(command);
      found.push(...(page.Uploads?.map(({ Key }) => Key) ?? []));
      marker = { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' };
      more = page.IsTruncated ?? false;
    }
    expect(found).toEqual(keys);
    const behind = { Bucket: bucket, Prefix: 'list/', KeyMarker: 'list/a' };
    const { Uploads } = await s3.client.send(new ListMultipartUploadsCommand(behind));
    expect(Uploads?.map(({ Key }) => Key)).toEqual(['list/b c+d', 'list/é']);
  });
});

test.each(['0', '10001', '-1', '1.5', 'x', ''])('refuses part number %j', async (number) => {
  const { target } = await create('numbers');
  const url = `${s3.url}/${bucket}/numbers?partNumber=${number}&uploadId=${target.UploadId}`;
  expect((await sendSigned(url, { method: 'PUT', body: 'x' })).code).toBe('InvalidArgument');
});

test('an upload belongs to its key: an id of another key is unknown', async () => {
  const { target } = await create('mine');
  const url = `${s3.url}/${bucket}/yours?partNumber=1&uploadId=${target.UploadId}`;
  expect(await sendSigned(url, { method: 'PUT', body: 'x' })).toMatchObject({ status: 404, code: 'NoSuchUpload' });
});
