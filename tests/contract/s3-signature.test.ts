import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { startS3 } from '#local/s3/server.ts';
import {
  bucket,
  credentials,
  type Fixture,
  makeClient,
  makeDirectory,
  refusal,
  region,
  send,
  sendSigned,
  sign,
  startFixture,
  startOwnFixture,
} from './s3-fixture.ts';

let s3: Fixture;
let object: string;
beforeAll(async () => {
  s3 = await startFixture();
  object = `${s3.url}/${bucket}/object`;
  await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'object', Body: 'body' }));
  return s3.remove;
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** `20261121T101500Z`, this many seconds from now. */
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Presigner configured as in the product: without a checksum, which would bind the URL to an empty body. */
const presigning = () => makeClient(s3.port, { requestChecksumCalculation: 'WHEN_REQUIRED' });

describe('signed in the header', () => {
  test('accepts aws4fetch and the SDK', async () => {
    const client = new AwsClient({ ...credentials, service: 's3', region });
    const put = await client.fetch(`${s3.url}/${bucket}/a%20b%2Bc/%C3%A9`, { method: 'PUT', body: 'by aws4fetch' });
    expect(put.status).toBe(200);
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a b+c/é' }));
    expect(await Body?.transformToString()).toBe('by aws4fetch');
  });

  test('refuses a wrong secret, an unknown key id and another region', async () => {
    const refuse = async (options: object) => {
      const { status, code } = await sendSigned(object, options);
      return [status, code];
    };
    expect(await refuse({ secretAccessKey: 'wrong' })).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await refuse({ accessKeyId: 'UNKNOWN' })).toEqual([403, 'InvalidAccessKeyId']);
    expect(await refuse({ region: 'us-east-1' })).toEqual([400, 'AuthorizationHeaderMalformed']);
  });

  const otherObject = { url: (url: string) => url.replace('/object', '/other') };
  const alterations = {
    'another path': otherObject,
    'another method': { method: 'DELETE' },
    'one more parameter': { url: (url: string) => `${url}?response-content-type=text/html` },
    'another signed header': { headers: { range: 'bytes=1-2' } },
    'a signed header removed': { without: 'range' },
    'another host': { headers: { host: 'elsewhere:80' } },
    'another payload hash': { headers: { 'x-amz-content-sha256': sha256('x') } },
    'another date': { headers: { 'x-amz-date': at(-1) } },
  } as const;
  test.each(Object.entries(alterations))('%s breaks the signature', async (_, alteration: Alteration) => {
    const signed = await sign(object, { headers: { range: 'bytes=0-1' } });
    expect((await send(signed)).status).toBe(206);
    const headers: Record<string, string> = { ...signed.headers, ...alteration.headers };
    if (alteration.without) delete headers[alteration.without];
    const url = alteration.url?.(signed.url) ?? signed.url;
    const answer = await send({ url, method: alteration.method ?? 'GET', headers });
    expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  test('refuses an x-amz header added afterwards', async () => {
    const signed = await sign(object, { method: 'PUT', body: 'x' });
    const answer = await send({ ...signed, headers: { ...signed.headers, 'x-amz-meta-added': 'yes' } });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(answer.text).toContain('<HeadersNotSigned>x-amz-meta-added</HeadersNotSigned>');
  });

  test('refuses a repeated header or parameter', async () => {
    const signed = await sign(`${object}?response-expires=1`);
    expect((await send({ ...signed, url: `${signed.url}&response-expires=2` })).code).toBe('InvalidArgument');
    const headers: Record<string, string | string[]> = { ...signed.headers, 'x-amz-meta-a': ['1', '2'] };
    expect((await send({ ...signed, headers: headers as Record<string, string> })).code).toBe('InvalidRequest');
  });

  test.each([
    [-16 * 60, 403, 'RequestTimeTooSkewed'],
    [-14 * 60, 200, undefined],
    [14 * 60, 200, undefined],
    [16 * 60, 403, 'RequestTimeTooSkewed'],
  ])('a clock %i s off answers %i', async (seconds, status, code) => {
    expect(await sendSigned(object, { datetime: at(seconds) })).toMatchObject({ status, code });
  });

  test('uses the server clock', async () => {
    const future = await startOwnFixture({ now: () => Date.now() + HOUR_MS });
    expect((await refusal(future.client.send(new GetObjectCommand({ Bucket: bucket, Key: 'object' })))).status).toBe(
      403,
    );
  });

  test.each([
    ['Basic dXNlcjpwYXNz', 'InvalidRequest'],
    ['AWS AKIDEXAMPLE:c2lnbmF0dXJl', 'InvalidRequest'],
    ['AWS4-HMAC-SHA256 Credential=x', 'AuthorizationHeaderMalformed'],
    ['', 'InvalidRequest'],
  ])('refuses Authorization: %s', async (authorization, code) => {
    expect(await send({ method: 'GET', url: object, headers: { authorization } })).toMatchObject({ status: 400, code });
  });

  test('refuses an unsigned host, a missing payload hash, a token and two signatures', async () => {
    const signed = await sign(object);
    const altered = (name: string, alter: (value: string) => string) =>
      send({ ...signed, headers: { ...signed.headers, [name]: alter(signed.headers[name] ?? '') } });
    const unsignedHost = (value: string) => value.replace('SignedHeaders=host;', 'SignedHeaders=');
    expect((await altered('authorization', unsignedHost)).code).toBe('AuthorizationHeaderMalformed');
    expect((await altered('x-amz-content-sha256', () => '')).code).toBe('InvalidRequest');
    expect((await altered('x-amz-security-token', () => 'token')).code).toBe('InvalidToken');
    const both = await sign(object, { expires: 60 });
    expect((await send({ ...signed, url: both.url })).code).toBe('InvalidArgument');
  });
});

interface Alteration {
  readonly url?: (url: string) => string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly without?: string;
}

describe('the signed body', () => {
  const put = (hash: string, body: string) =>
    sendSigned(`${s3.url}/${bucket}/hashed`, { method: 'PUT', headers: { 'x-amz-content-sha256': hash }, body });

  test('must match its hash', async () => {
    expect((await put(sha256('body'), 'body')).status).toBe(200);
    expect(await put(sha256('body'), 'BODY')).toMatchObject({ status: 400, code: 'XAmzContentSHA256Mismatch' });
    expect((await put('not-a-hash', 'body')).code).toBe('InvalidArgument');
    expect((await sendSigned(`${s3.url}/${bucket}/hashed`)).text).toBe('body');
  });

  test('must match for documents too', async () => {
    const body = '<Delete><Object><Key>object</Key></Object></Delete>';
    const headers = {
      'x-amz-content-sha256': sha256('<Delete></Delete>'),
      'content-md5': createHash('md5').update(body).digest('base64'),
    };
    const answer = await sendSigned(`${s3.url}/${bucket}?delete`, { method: 'POST', headers, body });
    expect(answer.code).toBe('XAmzContentSHA256Mismatch');
    expect((await sendSigned(object)).status).toBe(200);
  });
});

describe('presigned', () => {
  test('a URL of the SDK reads until it is altered', async () => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: 'object', ResponseContentType: 'text/plain' });
    const url = await getSignedUrl(s3.client, command, { expiresIn: 60 });
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain',
      'body',
    ]);
    for (const altered of [
      url.replace('/object', '/other'),
      url.replace('text%2Fplain', 'text%2Fhtml'),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      `${url}&response-expires=0`,
      url.replace('//localhost:', '//127.0.0.1:'),
    ]) {
      expect((await fetch(altered)).status).toBe(403);
    }
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });

  test('HEAD needs a URL of its own', async () => {
    const signed = await sign(object, { expires: 60 });
    expect((await send({ ...signed, method: 'HEAD' })).status).toBe(403);
    expect((await send(await sign(object, { method: 'HEAD', expires: 60 }))).status).toBe(200);
  });

  test.each([
    ['expired', 60, -61, 403, 'AccessDenied'],
    ['just still valid', 60, -50, 200, undefined],
    ['from the future', 60, 16 * 60, 403, 'AccessDenied'],
    ['for longer than a week', 604_801, 0, 400, 'AuthorizationQueryParametersError'],
    ['for no time', 0, 0, 400, 'AuthorizationQueryParametersError'],
  ])('%s', async (_, expires, seconds, status, code) => {
    const answer = await sendSigned(object, { expires, datetime: at(seconds) });
    expect(answer).toMatchObject({ status, code });
  });

  test('refuses a wrong secret', async () => {
    const answer = await sendSigned(object, { expires: 60, secretAccessKey: 'wrong' });
    expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  test('a PUT is bound to type, length and checksum', async () => {
    const body = 'exactly this';
    const ChecksumSHA256 = createHash('sha256').update(body).digest('base64');
    const url = await getSignedUrl(
      presigning(),
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'bound',
        ContentType: 'image/jpeg',
        ContentLength: body.length,
        ChecksumSHA256,
        IfNoneMatch: '*',
      }),
      {
        expiresIn: 60,
        signableHeaders: new Set(['content-type', 'host']),
        unhoistableHeaders: new Set(['x-amz-checksum-sha256', 'if-none-match']),
      },
    );
    const good = { 'content-type': 'image/jpeg', 'x-amz-checksum-sha256': ChecksumSHA256, 'if-none-match': '*' };
    const put = async (headers: Record<string, string>, content = body) => {
      const answer = await fetch(url, { method: 'PUT', body: content, headers });
      return [answer.status, /<Code>([^<]*)/.exec(await answer.text())?.[1]];
    };
    const mismatch = [403, 'SignatureDoesNotMatch'];
    expect(await put({ ...good, 'content-type': 'text/html' })).toEqual(mismatch);
    expect(await put(good, `${body} and more`)).toEqual(mismatch);
    expect(await put({ ...good, 'x-amz-checksum-sha256': createHash('sha256').digest('base64') })).toEqual(mismatch);
    expect(await put({ 'content-type': 'image/jpeg', 'if-none-match': '*' })).toEqual(mismatch);
    expect(await put(good, 'exactly that')).toEqual([400, 'BadDigest']);
    expect((await sendSigned(`${s3.url}/${bucket}/bound`)).status).toBe(404);
    expect(await put(good)).toEqual([200, undefined]);
    expect(await put(good)).toEqual([412, 'PreconditionFailed']);
  });

  test('accepts hoisted headers as headers', async () => {
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'hoisted', Metadata: { owner: 'núria' } });
    const url = await getSignedUrl(presigning(), command, { expiresIn: 60 });
    expect(url).toContain('x-amz-meta-owner=');
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
    const stored = await sendSigned(`${s3.url}/${bucket}/hoisted`);
    expect(Buffer.from(String(stored.headers['x-amz-meta-owner']), 'latin1').toString()).toBe('núria');
  });

  test("the SDK's default binds the checksum of an empty body, which S3 refuses as well", async () => {
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: bucket, Key: 'trap' }), { expiresIn: 60 });
    const answer = await fetch(url, { method: 'PUT', body: 'not empty' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
  });
});

describe('anonymous', () => {
  test.each(['GET', 'HEAD', 'PUT', 'POST', 'DELETE'])(
    '%s is refused alike for existing and missing objects',
    async (method) => {
      const texts = new Set<string>();
      for (const path of [`/${bucket}/object`, `/${bucket}/missing`, `/${bucket}`, '/no-such-bucket/x', '/']) {
        const answer = await send({ method, url: `${s3.url}${path}` });
        expect(answer.status).toBe(403);
        texts.add(answer.text.replace(/<(Resource|RequestId)>[^<]*<\/\1>/g, ''));
      }
      expect(texts.size).toBe(1);
    },
  );

  test('an unread refused body does not break the connection', async () => {
    const answer = await send({
      method: 'PUT',
      url: object,
      body: Buffer.alloc(4 << 20),
      headers: { 'content-length': String(4 << 20) },
    });
    expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  test('only the health check answers without a signature', async () => {
    expect(await send({ method: 'GET', url: `${s3.url}/__health` })).toMatchObject({ status: 200, text: 'ok' });
  });
});

test('listens on loopback only', async () => {
  const dir = await makeDirectory();
  const options = { dir, port: 0, credentials: [credentials], region, buckets: [], corsOrigins: [] };
  await expect(startS3({ ...options, host: '0.0.0.0' })).rejects.toThrow('loopback');
});
