import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { bucket, type Fixture, makeClient, refusal, sendSigned, startFixture } from './s3-fixture.ts';

let s3: Fixture;
beforeAll(async () => {
  s3 = await startFixture();
  return s3.remove;
});

async function put(key: string, body: string | Buffer = 'body', extra = {}) {
  return s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...extra }));
}

async function read(key: string, extra = {}) {
  const answer = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...extra }));
  return { ...answer, text: await answer.Body?.transformToString() };
}

const head = (key: string, extra = {}) => s3.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ...extra }));

describe('putting and getting', () => {
  test('returns bytes, headers and metadata as stored', async () => {
    const body = Buffer.from('photograph');
    const stored = {
      ContentType: 'image/jpeg',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a b.jpg"',
      ContentLanguage: 'ca',
      ContentEncoding: 'gzip',
      Expires: new Date('2030-01-02T03:04:05Z'),
      Metadata: { camera: 'Leica', note: 'first, second' },
    };
    const { ETag } = await put('headers', body, stored);
    expect(ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
    for (const answer of [await read('headers'), await head('headers')]) {
      const { Expires: _, ...comparable } = stored;
      expect(answer).toMatchObject({ ...comparable, ETag, ContentLength: 10, AcceptRanges: 'bytes' });
      expect(answer.ExpiresString).toBe('Wed, 02 Jan 2030 03:04:05 GMT');
      expect(Math.abs(Date.now() - (answer.LastModified?.getTime() ?? 0))).toBeLessThan(MINUTE_MS);
    }
    expect((await read('headers')).text).toBe('photograph');
  });

  test('stores an empty object, with binary/octet-stream by default', async () => {
    await sendSigned(`${s3.url}/${bucket}/empty`, { method: 'PUT', body: '' });
    const answer = await read('empty');
    expect(answer).toMatchObject({ text: '', ContentLength: 0, ContentType: 'binary/octet-stream' });
  });

  test('replaces a whole object, and answers 404 for a missing one', async () => {
    await put('replaced', 'a long first version', { Metadata: { old: 'yes' } });
    await put('replaced', 'second');
    expect(await read('replaced')).toMatchObject({ text: 'second', Metadata: {} });
    expect(await refusal(read('missing'))).toEqual({ code: 'NoSuchKey', status: 404 });
    expect((await refusal(head('missing'))).status).toBe(404);
    const elsewhere = new GetObjectCommand({ Bucket: 'no-such-bucket', Key: 'x' });
    expect(await refusal(s3.client.send(elsewhere))).toEqual({ code: 'NoSuchBucket', status: 404 });
  });

  test('completes a read that began before a replacement with the old bytes', async () => {
    const [old, young] = [Buffer.alloc(8 << 20, 'a'), Buffer.alloc(8 << 20, 'b')];
    await put('overwritten', old);
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'overwritten' }));
    await put('overwritten', young);
    expect(old.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  });

  test('refuses more metadata than S3 accepts', async () => {
    expect((await refusal(put('metadata', 'x', { Metadata: { a: 'x'.repeat(2048) } }))).code).toBe('MetadataTooLarge');
  });
});

describe('ranges', () => {
  const cases = [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
  ] as const;
  test.each(cases)('%s', async (range, status, text, contentRange) => {
    await put('ranged', '0123456789');
    const answer = await sendSigned(`${s3.url}/${bucket}/ranged`, { headers: { range } });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  test.each(['bytes=10-', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    await put('ranged', '0123456789');
    const answer = await sendSigned(`${s3.url}/${bucket}/ranged`, { headers: { range } });
    expect(answer).toMatchObject({ status: 416, code: 'InvalidRange' });
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  test('If-Range returns the whole of another version', async () => {
    const { ETag } = await put('ranged', '0123456789');
    const ask = async (value: string) =>
      sendSigned(`${s3.url}/${bucket}/ranged`, { headers: { range: 'bytes=0-3', 'if-range': value } });
    expect((await ask(ETag ?? '')).text).toBe('0123');
    expect((await ask('"other"')).text).toBe('0123456789');
  });
});

describe('conditions on reading', () => {
  const [past, future] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS)];

  test.each([
    ['If-Match of another version', { IfMatch: '"other"' }, 412],
    ['If-Unmodified-Since the past', { IfUnmodifiedSince: past }, 412],
    ['If-Modified-Since the future', { IfModifiedSince: future }, 304],
    ['If-None-Match *', { IfNoneMatch: '*' }, 304],
  ])('%s', async (_, condition, status) => {
    await put('conditional');
    expect((await refusal(read('conditional', condition))).status).toBe(status);
    expect((await refusal(head('conditional', condition))).status).toBe(status);
  });

  test('an entity tag takes precedence over a date', async () => {
    const { ETag } = await put('conditional', 'body', { CacheControl: 'max-age=1' });
    const fresh = { IfMatch: ETag, IfUnmodifiedSince: past };
    expect((await read('conditional', fresh)).text).toBe('body');
    expect((await read('conditional', { IfNoneMatch: '"other"', IfModifiedSince: future })).text).toBe('body');
    const headers = { 'if-none-match': `"x", W/${ETag}` };
    const answer = await sendSigned(`${s3.url}/${bucket}/conditional`, { headers });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag: ETag, 'cache-control': 'max-age=1' });
  });
});

describe('conditions on writing', () => {
  test('If-None-Match: * keeps an existing object', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    const again = put('once', 'second', { IfNoneMatch: '*' });
    expect(await refusal(again)).toEqual({ code: 'PreconditionFailed', status: 412 });
    expect((await read('once')).text).toBe('first');
  });

  test('one of 20 concurrent writers wins, and its bytes stay', async () => {
    const client = makeClient(s3.port, { requestHandler: { httpAgent: { maxSockets: 20 } } });
    for (let round = 0; round < 5; round += 1) {
      const key = `race-${round}`;
      const race = Array.from({ length: 20 }, (_, writer) =>
        client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: `writer ${writer}`, IfNoneMatch: '*' })),
      );
      const outcomes = await Promise.allSettled(race);
      const winners = outcomes.flatMap(({ status }, writer) => (status === 'fulfilled' ? [writer] : []));
      expect(winners).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'PreconditionFailed' });
      }
      expect((await read(key)).text).toBe(`writer ${winners[0]}`);
    }
    client.destroy();
  });

  test('If-Match replaces only the named version', async () => {
    const { ETag } = await put('matched', 'first');
    expect((await refusal(put('matched', 'x', { IfMatch: '"other"' }))).status).toBe(412);
    await put('matched', 'second', { IfMatch: ETag });
    expect((await refusal(put('matched', 'third', { IfMatch: ETag }))).status).toBe(412);
    expect(await refusal(put('never-there', 'x', { IfMatch: ETag }))).toEqual({ code: 'NoSuchKey', status: 404 });
    expect((await read('matched')).text).toBe('second');
  });

  test('answers 501 for conditions that S3 does not support', async () => {
    expect((await refusal(put('odd', 'x', { IfNoneMatch: '"etag"' }))).status).toBe(501);
    expect((await refusal(put('odd', 'x', { IfNoneMatch: '*', IfMatch: '"etag"' }))).status).toBe(501);
  });
});

const hostileKeys = [
  'with space',
  ' edges ',
  'plus+plus',
  'percent%20%2F%',
  `quotes"'\`<&>`,
  'ünïcödé/日本語/🎞️',
  'e\u0301 is not \u00e9',
  '../../etc/passwd',
  'a/../b/./c//d',
  '/leading',
  'trailing/',
  "!*'()~:@;,=$&?#[]{}|\\^",
  'line\nfeed\rtab\t',
  '__proto__',
  'é'.repeat(500),
];

describe('keys', () => {
  test.each(hostileKeys)('%j', async (key) => {
    await put(key, `body of ${key}`);
    expect((await read(key)).text).toBe(`body of ${key}`);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }));
    expect(Contents?.map(({ Key }) => Key)).toEqual([key]);
    const CopySource = `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: `${key.slice(0, 400)}.copy`, CopySource }));
    expect((await read(`${key.slice(0, 400)}.copy`)).text).toBe(`body of ${key}`);
    const Objects = [{ Key: key }, { Key: `${key.slice(0, 400)}.copy` }];
    const { Deleted } = await s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(Objects.map(({ Key }) => Key));
    expect((await refusal(read(key))).code).toBe('NoSuchKey');
  });

  test('accepts 1,024 bytes; refuses 1,025 and invalid escapes', async () => {
    await put('k'.repeat(1024));
    expect((await refusal(put('k'.repeat(1025)))).code).toBe('KeyTooLongError');
    expect(await sendSigned(`${s3.url}/${bucket}/%FF`)).toMatchObject({ status: 400, code: 'InvalidURI' });
  });

  test('decodes a plus in the URL as a space, as S3 does', async () => {
    await put('a b', 'spaced');
    expect((await sendSigned(`${s3.url}/${bucket}/a+b`)).text).toBe('spaced');
  });
});

describe('overriding response headers', () => {
  test('a signed GET sets its own headers', async () => {
    await put('overridden', 'body', { ContentType: 'image/jpeg', CacheControl: 'max-age=1' });
    const answer = await read('overridden', {
      ResponseContentType: 'text/plain',
      ResponseContentDisposition: 'attachment; filename="Núria.jpg"',
      ResponseCacheControl: 'no-store',
      ResponseContentLanguage: 'ca',
      ResponseContentEncoding: 'identity',
    });
    expect(answer).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      ContentLanguage: 'ca',
      ContentEncoding: 'identity',
    });
    const disposition = Buffer.from(answer.ContentDisposition ?? '', 'latin1').toString();
    expect(disposition).toBe('attachment; filename="Núria.jpg"');
  });

  test('refuses a line break', async () => {
    const url = `${s3.url}/${bucket}/overridden?response-content-type=a%0d%0aset-cookie:x`;
    expect(await sendSigned(url)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });
});

describe('copying', () => {
  test('copies the headers or replaces them', async () => {
    const { ETag } = await put('source', 'copied', { ContentType: 'image/png', Metadata: { a: '1' } });
    const CopySource = `${bucket}/source`;
    const { CopyObjectResult } = await s3.client.send(
      new CopyObjectCommand({ Bucket: bucket, Key: 'target', CopySource }),
    );
    expect(CopyObjectResult?.ETag).toBe(ETag);
    expect(await read('target')).toMatchObject({ text: 'copied', ContentType: 'image/png', Metadata: { a: '1' } });

    const replacing = { MetadataDirective: 'REPLACE', ContentType: 'image/webp', Metadata: { b: '2' } } as const;
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'source', CopySource, ...replacing }));
    expect(await read('source')).toMatchObject({ text: 'copied', ContentType: 'image/webp', Metadata: { b: '2' } });
  });

  test('keeps the copy when the source is deleted', async () => {
    await put('source', 'survives');
    await s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key: 'kept', CopySource: `${bucket}/source` }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'source' }));
    expect((await read('kept')).text).toBe('survives');
  });

  test('refuses a copy onto itself, of a missing source, and against a condition', async () => {
    await put('source');
    const copy = (Key: string, CopySource: string, extra = {}) =>
      refusal(s3.client.send(new CopyObjectCommand({ Bucket: bucket, Key, CopySource, ...extra })));
    expect((await copy('source', `${bucket}/source`)).code).toBe('InvalidRequest');
    expect((await copy('x', `${bucket}/missing`)).code).toBe('NoSuchKey');
    expect((await copy('x', 'no-such-bucket/source')).code).toBe('NoSuchBucket');
    expect((await copy('x', 'nothing')).code).toBe('InvalidArgument');
    expect((await copy('source', `${bucket}/source`, { MetadataDirective: 'REPLACE', IfNoneMatch: '*' })).status).toBe(
      412,
    );
  });
});

describe('deleting', () => {
  test('succeeds for a missing object', async () => {
    await put('deleted');
    for (let time = 0; time < 2; time += 1) {
      const answer = await s3.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'deleted' }));
      expect(answer.$metadata.httpStatusCode).toBe(204);
    }
    expect((await refusal(read('deleted'))).code).toBe('NoSuchKey');
  });

  test('deletes up to 1,000 keys, quietly on request', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `many/${index}` }));
    await put('many/7');
    const answer = await s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    expect(answer.Deleted).toBeUndefined();
    expect((await refusal(read('many/7'))).code).toBe('NoSuchKey');
    const tooMany = { Objects: [...Objects, { Key: 'one more' }] };
    const refused = s3.client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: tooMany }));
    expect((await refusal(refused)).code).toBe('MalformedXML');
  });

  const md5 = (text: string) => createHash('md5').update(text).digest('base64');
  test.each([
    ['<Delete></Delete>', 'MalformedXML'],
    ['<Delete><Object></Object></Delete>', 'MalformedXML'],
    ['<Delete><Object><Key>a</Key></Delete>', 'MalformedXML'],
    ['<!DOCTYPE d [<!ENTITY e "x">]><Delete><Object><Key>&e;</Key></Object></Delete>', 'MalformedXML'],
    ['<Delete><__proto__><Key>a</Key></__proto__></Delete>', 'MalformedXML'],
    ['<Other><Object><Key>a</Key></Object></Other>', 'MalformedXML'],
    ['<Delete><Object><Key>a</Key><VersionId>1</VersionId></Object></Delete>', 'NotImplemented'],
  ])('refuses %s', async (body, code) => {
    const headers = { 'content-md5': md5(body) };
    expect((await sendSigned(`${s3.url}/${bucket}?delete`, { method: 'POST', body, headers })).code).toBe(code);
  });

  test('requires a checksum of its document', async () => {
    const body = '<Delete><Object><Key>a</Key></Object></Delete>';
    const answer = await sendSigned(`${s3.url}/${bucket}?delete`, { method: 'POST', body });
    expect(answer).toMatchObject({ status: 400, code: 'InvalidRequest' });
  });
});
