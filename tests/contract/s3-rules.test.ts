import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket, type Fixture, origin, send, sendSigned, sign, startFixture } from './s3-fixture.ts';

let s3: Fixture;
let object: string;
beforeAll(async () => {
  s3 = await startFixture({ corsOrigins: [origin, 'https://*.studio.test'] });
  object = `${s3.url}/${bucket}/object`;
  await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: 'object', Body: 'body' }));
  return s3.remove;
});

const preflight = (headers: Record<string, string>) => send({ method: 'OPTIONS', url: object, headers });

describe('preflight', () => {
  test.each([origin, 'https://one.studio.test'])('allows %s', async (from) => {
    const answer = await preflight({
      origin: from,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,x-amz-checksum-sha256',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': from,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'content-type,x-amz-checksum-sha256',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '3000',
      vary: expect.stringContaining('Origin'),
    });
  });

  test.each([
    ['another origin', 'http://evil.test', 'PUT', 403],
    ['another port', 'http://localhost:9', 'PUT', 403],
    ['less than the pattern', 'https://studio.test', 'PUT', 403],
    ['a method S3 has not', origin, 'PATCH', 403],
    ['no method', origin, undefined, 403],
    ['no origin', undefined, 'PUT', 400],
  ])('refuses %s', async (_, from, method, status) => {
    const answer = await preflight({
      ...(from && { origin: from }),
      ...(method && { 'access-control-request-method': method }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(from === origin ? origin : undefined);
  });
});

describe('the response itself', () => {
  test('is readable for an allowed origin, refusals included', async () => {
    const signed = await sign(object);
    const allowed = await send({ ...signed, headers: { ...signed.headers, origin } });
    expect(allowed.status).toBe(200);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag',
    });
    const refused = await send({ method: 'GET', url: object, headers: { origin } });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, origin]);
  });

  test('is not readable for another', async () => {
    const answer = await sendSigned(object, { headers: { origin: 'http://evil.test' } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});

describe('unsupported operations answer 501', () => {
  test.each([
    ['GET', ''],
    ['PUT', `/${bucket}`],
    ['GET', `/${bucket}`],
    ['GET', `/${bucket}?location`],
    ['DELETE', `/${bucket}`],
    ['GET', `/${bucket}?list-type=1`],
    ['PUT', `/${bucket}/object?x-amz-acl=public-read`],
    ['GET', `/${bucket}?list-type=2&fetch-owner=true`],
    ['PUT', `/${bucket}?cors`],
    ['PUT', `/${bucket}?policy`],
    ['PUT', `/${bucket}?acl`],
    ['DELETE', `/${bucket}?lifecycle`],
    ['POST', `/${bucket}`],
    ['GET', `/${bucket}/object?tagging`],
    ['PUT', `/${bucket}/object?tagging`],
    ['DELETE', `/${bucket}/object?tagging`],
    ['PUT', `/${bucket}/object?acl`],
    ['PUT', `/${bucket}/object?retention`],
    ['DELETE', `/${bucket}/object?versionId=1`],
    ['GET', `/${bucket}/object?partNumber=1`],
    ['GET', `/${bucket}/object?attributes`],
    ['POST', `/${bucket}/object?select&select-type=2`],
    ['POST', `/${bucket}/object?restore`],
    ['POST', `/${bucket}/object`],
    ['PUT', `/${bucket}/object?unheard-of`],
    ['PUT', `/${bucket}/object?uploadId=1`],
    ['PATCH', `/${bucket}/object`],
  ])('%s %s', async (method, path) => {
    const answer = await sendSigned(`${s3.url}${path || '/'}`, { method, ...(method === 'GET' ? {} : { body: '' }) });
    expect(answer).toMatchObject({ status: 501, code: 'NotImplemented' });
    expect((await sendSigned(object)).text).toBe('body');
  });

  test.each([
    ['PUT', { 'x-amz-acl': 'public-read' }],
    ['PUT', { 'x-amz-server-side-encryption': 'aws:kms' }],
    ['PUT', { 'x-amz-storage-class': 'GLACIER' }],
    ['PUT', { 'x-amz-object-lock-mode': 'GOVERNANCE' }],
    ['PUT', { 'x-amz-website-redirect-location': '/x' }],
    ['PUT', { 'x-amz-write-offset-bytes': '4' }],
    ['PUT', { 'x-amz-copy-source': `${bucket}/object`, 'x-amz-copy-source-if-match': '"x"' }],
    ['DELETE', { 'if-match': '"x"' }],
    ['DELETE', { 'x-amz-mfa': 'x' }],
    ['GET', { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' }],
  ])('%s with %j', async (method, headers) => {
    const answer = await sendSigned(object, { method, headers: headers as Record<string, string> });
    expect(answer).toMatchObject({ status: 501, code: 'NotImplemented' });
    expect((await sendSigned(object)).text).toBe('body');
  });

  test('a form upload with a policy, signed in the header or in the form', async () => {
    const body = '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nx\r\n--b--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const url = `${s3.url}/${bucket}`;
    expect((await sendSigned(url, { method: 'POST', headers, body })).status).toBe(501);
    expect((await send({ method: 'POST', url, headers, body })).status).toBe(501);
  });

  test('a checksum of the whole object at the completion of its parts', async () => {
    const headers = { 'x-amz-checksum-crc32': 'AAAAAA==' };
    expect((await sendSigned(`${object}?uploadId=x`, { method: 'POST', headers, body: '<x/>' })).status).toBe(501);
  });

  test('copying into a part', async () => {
    const url = `${object}?partNumber=1&uploadId=x`;
    const headers = { 'x-amz-copy-source': `${bucket}/object` };
    expect((await sendSigned(url, { method: 'PUT', headers })).status).toBe(501);
  });
});
