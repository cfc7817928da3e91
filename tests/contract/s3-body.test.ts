import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ChunkDecoder } from '#local/s3/chunked.ts';
import {
  bucket,
  type Fixture,
  makeClient,
  refusal,
  send,
  sendSigned,
  sign,
  startFixture,
  startOwnFixture,
} from './s3-fixture.ts';

let s3: Fixture;
let url: string;
beforeAll(async () => {
  s3 = await startFixture();
  url = `${s3.url}/${bucket}/body`;
  return s3.remove;
});

const put = (input: Partial<PutObjectCommandInput>, client = s3.client) =>
  client.send(new PutObjectCommand({ Bucket: bucket, Key: 'body', ...input }));

async function read(): Promise<Buffer> {
  return (await sendSigned(url)).body;
}

/** All files of a server except its index. */
async function storedFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('index')).map(({ name }) => name);
}

function base64Crc32(content: string | Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return bytes.toString('base64');
}

describe('checksums in headers', () => {
  // `123456789`, the check input of the CRC catalogue, and the digests of coreutils.
  const values = {
    'x-amz-checksum-crc32': 'y/Q5Jg==',
    'x-amz-checksum-sha256': 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=',
    'content-md5': 'JfnnlDI7RTiF9RgfG2JNCw==',
  };

  test.each(Object.entries(values))('%s is verified', async (name, value) => {
    const send = (body: string) => sendSigned(url, { method: 'PUT', headers: { [name]: value }, body });
    const answer = await send('123456789');
    expect(answer.status).toBe(200);
    if (name !== 'content-md5') expect(answer.headers[name]).toBe(value);
    expect(await send('12345678X')).toMatchObject({ status: 400, code: 'BadDigest' });
    expect((await read()).toString()).toBe('123456789');
  });

  test.each([
    [{ 'content-md5': 'short' }, 400, 'InvalidDigest'],
    [{ 'x-amz-checksum-crc32': 'not base64!' }, 400, 'InvalidRequest'],
    [{ 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-sha256': 'AAAAAA==' }, 400, 'InvalidRequest'],
    [{ 'x-amz-sdk-checksum-algorithm': 'CRC32' }, 400, 'InvalidRequest'],
    [{ 'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=' }, 501, 'NotImplemented'],
    [{ 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' }, 501, 'NotImplemented'],
  ])('%j is refused', async (headers, status, code) => {
    expect(await sendSigned(url, { method: 'PUT', headers, body: 'x' })).toMatchObject({ status, code });
  });

  test('are returned on request, for the whole object only', async () => {
    await put({ Body: '123456789', ChecksumAlgorithm: 'SHA256' });
    const ask = { Bucket: bucket, Key: 'body', ChecksumMode: 'ENABLED' } as const;
    const expected = { ChecksumSHA256: values['x-amz-checksum-sha256'], ChecksumType: 'FULL_OBJECT' };
    expect(await s3.client.send(new HeadObjectCommand(ask))).toMatchObject(expected);
    const { Body } = await s3.client.send(new GetObjectCommand(ask));
    expect(await Body?.transformToString()).toBe('123456789');
    const part = await s3.client.send(new GetObjectCommand({ ...ask, Range: 'bytes=0-1' }));
    expect(part.ChecksumSHA256).toBeUndefined();
    await part.Body?.transformToString();
  });
});

describe('the SDK', () => {
  const content = Buffer.alloc(300_000, 'photograph ');

  test.each(['CRC32', 'SHA256'] as const)('sends %s with a buffer', async (ChecksumAlgorithm) => {
    const answer = await put({ Body: content, ChecksumAlgorithm });
    expect(answer[`Checksum${ChecksumAlgorithm}`]).toBeDefined();
    expect(content.equals(await read())).toBe(true);
  });

  test.each(['CRC32', 'SHA256'] as const)('sends %s after a stream, in aws-chunked', async (ChecksumAlgorithm) => {
    const Body = Readable.from([content.subarray(0, 100_000), content.subarray(100_000)], { objectMode: false });
    const type = { ContentLength: content.length, ContentEncoding: 'gzip' };
    const answer = await put({ Body, ChecksumAlgorithm, ...type });
    expect(answer[`Checksum${ChecksumAlgorithm}`]).toBeDefined();
    const stored = await sendSigned(url);
    expect(content.equals(stored.body)).toBe(true);
    expect(stored.headers['content-encoding']).toBe('gzip');
  });

  test('gets a refusal before it sends a large body', async () => {
    await put({ Body: 'there' });
    const client = makeClient(s3.port);
    const refused = put({ Body: Buffer.alloc(32 << 20), IfNoneMatch: '*' }, client);
    expect(await refusal(refused)).toEqual({ code: 'PreconditionFailed', status: 412 });
    client.destroy();
    expect((await read()).toString()).toBe('there');
  });
});

describe('aws-chunked', () => {
  const unsigned = (trailer = 'x-amz-checksum-crc32', length = 9) => ({
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'x-amz-decoded-content-length': String(length),
    'x-amz-trailer': trailer,
    'content-encoding': 'aws-chunked',
  });
  const trailer = `x-amz-checksum-crc32:${base64Crc32('123456789')}\r\n`;
  const stream = (body: string, headers: Record<string, string> = unsigned()) =>
    sendSigned(url, { method: 'PUT', headers, body });

  test('is decoded, and its trailer verified', async () => {
    expect((await stream(`9\r\n123456789\r\n0\r\n${trailer}\r\n`)).status).toBe(200);
    const stored = await sendSigned(url);
    expect(stored.text).toBe('123456789');
    expect(stored.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['a wrong checksum', '9\r\n12345678X\r\n0\r\n', 'BadDigest'],
    ['a longer chunk than announced', '8\r\n123456789\r\n0\r\n', 'IncompleteBody'],
    ['fewer bytes than the announced length', '8\r\n12345678\r\n0\r\n', 'IncompleteBody'],
    ['no size', '\r\n123456789\r\n0\r\n', 'IncompleteBody'],
    ['a negative size', '-9\r\n123456789\r\n0\r\n', 'IncompleteBody'],
    ['two small chunks', '4\r\n1234\r\n5\r\n56789\r\n0\r\n', 'InvalidChunkSizeError'],
  ])('%s is refused', async (_, chunks, code) => {
    expect((await stream(`${chunks}${trailer}\r\n`)).code).toBe(code);
  });

  test('refuses a missing, different or duplicate trailer, and trailing bytes', async () => {
    const chunks = '9\r\n123456789\r\n0\r\n';
    expect((await stream(`${chunks}\r\n`)).code).toBe('MalformedTrailerError');
    expect((await stream(`${chunks}x-amz-meta-a:b\r\n\r\n`)).code).toBe('MalformedTrailerError');
    expect((await stream(`${chunks}${trailer}${trailer}\r\n`)).code).toBe('MalformedTrailerError');
    expect((await stream(`${chunks}${trailer}`)).code).toBe('MalformedTrailerError');
    expect((await stream(`${chunks}${trailer}\r\nmore\r\n`)).code).toBe('IncompleteBody');
    expect((await stream(`9\r\n123456789`)).code).toBe('IncompleteBody');
  });

  test('requires a trailer and its announcement together', async () => {
    const { 'x-amz-trailer': _, ...without } = unsigned();
    expect((await stream(`9\r\n123456789\r\n0\r\n\r\n`, without)).code).toBe('InvalidRequest');
    const plain = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    expect((await stream('123456789', plain)).code).toBe('InvalidRequest');
    expect((await stream(`9\r\n123456789\r\n0\r\nx:y\r\n\r\n`, unsigned('x'))).code).toBe('InvalidRequest');
  });

  test.each([1, 7, 4096, 66_600])('is decoded in pieces of %i bytes', async (size) => {
    const chunks = ['a'.repeat(65_536), 'b'.repeat(1024)];
    const checksum = `x-amz-checksum-crc32:${base64Crc32(chunks.join(''))}\r\n`;
    const body = Buffer.from(
      `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n${checksum}\r\n`,
    );
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      body.subarray(index * size, (index + 1) * size),
    );
    const decoder = Readable.from(pieces).pipe(new ChunkDecoder('x-amz-checksum-crc32'));
    expect(Buffer.concat(await decoder.toArray()).toString()).toBe(chunks.join(''));
    expect(decoder.trailers.get('x-amz-checksum-crc32')).toBe(base64Crc32(chunks.join('')));
  });
});

describe('the connection', () => {
  /**
   * Pipelines requests on one connection.
   * @returns the status lines of the responses
   */
  async function pipeline(requests: readonly string[], answers: number): Promise<string[]> {
    const socket = connect(s3.port, '127.0.0.1');
    let received = '';
    const lines = () => received.match(/HTTP\/1\.1 \d+/g) ?? [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (lines().length >= answers) resolve();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
    for (const request of requests) socket.write(request);
    await promise;
    socket.destroy();
    return lines();
  }

  /** Head of a signed PUT. */
  async function head(headers: Record<string, string>, length: number): Promise<string> {
    const signed = await sign(url, { method: 'PUT', headers });
    const sent = { host: `localhost:${s3.port}`, ...signed.headers, 'content-length': String(length) };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    return `PUT /${bucket}/body HTTP/1.1\r\n${lines.join('')}\r\n`;
  }

  const health = `GET /__health HTTP/1.1\r\nhost: localhost\r\n\r\n`;

  test('survives a body that is refused during its transfer', async () => {
    const body = `not a size\r\n${'x'.repeat(8 << 20)}`;
    const headers = {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-decoded-content-length': '9',
      'x-amz-trailer': 'x-amz-checksum-crc32',
    };
    const answers = await pipeline([await head(headers, body.length), body, health], 2);
    expect(answers).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  test('of a client with Expect: 100-continue gets 100, or is closed with the refusal', async () => {
    const waiting = { expect: '100-continue' };
    expect(await pipeline([await head(waiting, 4)], 1)).toEqual(['HTTP/1.1 100']);
    expect(await pipeline([await head(waiting, 4), 'body'], 2)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    expect((await read()).toString()).toBe('body');
    const refused = await head({ ...waiting, 'if-none-match': '*' }, 4);
    expect(await pipeline([refused], 2)).toEqual(['HTTP/1.1 412']);
  });
});

describe('lengths', () => {
  test('are required and limited', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(await sendSigned(url, { method: 'PUT', headers: chunked, body: 'x' })).toMatchObject({ status: 501 });
    const signed = await sign(url, { method: 'PUT', headers: { 'content-length': String(5 * 1024 ** 3 + 1) } });
    const answer = await send({ ...signed, headers: { ...signed.headers, expect: '100-continue' } });
    expect(answer).toMatchObject({ status: 400, code: 'EntityTooLarge' });
  });

  test('of documents have S3’s limits', async () => {
    const body = 'x'.repeat(5 << 20);
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
    const answer = await sendSigned(`${s3.url}/${bucket}?delete`, { method: 'POST', headers, body });
    expect(answer.code).toBe('EntityTooLarge');
  });
});

describe('a refused or aborted request leaves', () => {
  test('neither an object nor a file', async () => {
    const own = await startOwnFixture();
    const target = `${own.url}/${bucket}/broken`;
    const headers = { 'content-md5': createHash('md5').update('other').digest('base64') };
    expect((await sendSigned(target, { method: 'PUT', headers, body: 'body' })).code).toBe('BadDigest');

    const signed = await sign(target, { method: 'PUT', headers: { 'content-length': '1000000' } });
    const socket = connect(own.port, '127.0.0.1');
    const lines = Object.entries({ host: `localhost:${own.port}`, ...signed.headers }).map(
      ([k, v]) => `${k}: ${v}\r\n`,
    );
    socket.write(`PUT /${bucket}/broken HTTP/1.1\r\n${lines.join('')}\r\n${'x'.repeat(500_000)}`);
    await vi.waitFor(async () => expect(await readdir(join(own.dir, 'incoming'))).toHaveLength(1), 5000);
    socket.destroy();
    await vi.waitFor(async () => expect(await storedFiles(own.dir)).toEqual([]), 5000);
    expect((await sendSigned(target)).status).toBe(404);
  });

  test('no file after replaced, deleted and losing objects', async () => {
    const own = await startOwnFixture();
    const write = (extra = {}) =>
      own.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'body', ...extra }));
    await write();
    await write();
    const race = Array.from({ length: 20 }, () => write({ Key: 'race', IfNoneMatch: '*' }));
    await Promise.allSettled(race);
    expect(await storedFiles(own.dir)).toHaveLength(2);
    for (const key of ['k', 'race']) await sendSigned(`${own.url}/${bucket}/${key}`, { method: 'DELETE' });
    expect(await storedFiles(own.dir)).toEqual([]);
  });
});
