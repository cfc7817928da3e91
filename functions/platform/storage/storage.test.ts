import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectLogged } from '../../../tests/support/expected-log.ts';
import { s3Storage } from './s3-storage.ts';
import type { StorageOptions } from './storage.ts';

expectLogged('storage_refused');

const OPTIONS: StorageOptions = {
  region: 'eu-west-1',
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'secret-of-tests',
  buckets: { originals: 'albumen-originals', renditions: 'albumen-renditions' },
};
const FILE = { size: 5, contentType: 'image/jpeg' };
const SHA256 = '00'.repeat(32);
const CHECKSUM = Buffer.alloc(32).toString('base64');

describe('presigned URLs', () => {
  it('use the bucket’s own host at Amazon, and a path elsewhere', async () => {
    const hostOf = async (options: StorageOptions) => {
      const { origin, pathname } = new URL(await s3Storage(options).presignGet('originals', 'g/p/o', 'o.jpg', 60));
      return origin + pathname;
    };
    expect(await hostOf(OPTIONS)).toBe('https://albumen-originals.s3.eu-west-1.amazonaws.com/g/p/o');
    const local = { ...OPTIONS, endpoint: 'http://localhost:4303' };
    expect(await hostOf(local)).toBe('http://localhost:4303/albumen-originals/g/p/o');
  });

  it('of a part are signed for its size and content only', async () => {
    const { multipart } = s3Storage(OPTIONS);
    const part = await multipart.presignPart('originals', 'g/p/o', 'id', { number: 2, size: 5, sha256: SHA256 }, 60);
    expect(part.headers).toEqual({ 'x-amz-checksum-sha256': CHECKSUM });
    const { searchParams } = new URL(part.url);
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host;x-amz-checksum-sha256');
    expect([searchParams.get('partNumber'), searchParams.get('uploadId')]).toEqual(['2', 'id']);
    expect(part.url).not.toMatch(/checksum-crc|sdk-checksum/);
  });

  it('are signed for their host', async () => {
    const put = new URL((await s3Storage(OPTIONS).presignPut('originals', 'g/p/o', FILE, 3600)).url);
    expect(put.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
    expect(put.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(put.searchParams.has('X-Amz-Security-Token')).toBe(false);
    expect(put.href).not.toMatch(/checksum/i);
    const checked = await s3Storage(OPTIONS).presignPut('originals', 'g/p/o', { ...FILE, sha256: SHA256 }, 3600);
    expect(checked.headers).toEqual({
      'content-type': 'image/jpeg',
      'if-none-match': '*',
      'x-amz-checksum-sha256': CHECKSUM,
    });
    expect(new URL(checked.url).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match;x-amz-checksum-sha256',
    );
    const get = new URL(await s3Storage(OPTIONS).presignGet('renditions', 'g/f/r.jpg', 'Ñ.jpg', 60));
    expect(get.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  });

  it('contain the session token of temporary keys', async () => {
    const sessionToken = 'a/token+with=signs';
    const storage = s3Storage({ ...OPTIONS, sessionToken });
    for (const url of [
      (await storage.presignPut('originals', 'g/p/o', FILE, 60)).url,
      await storage.presignGet('originals', 'g/p/o', 'o.jpg', 60),
    ]) {
      const { searchParams } = new URL(url);
      expect(searchParams.get('X-Amz-Security-Token')).toBe(sessionToken);
      expect(url).toContain('X-Amz-Security-Token=a%2Ftoken%2Bwith%3Dsigns');
    }
  });
});

describe('S3 responses', () => {
  /** Returns a storage whose S3 responds with this status and body, and the received headers. */
  const answering = async (status: number, options: Partial<StorageOptions> = {}, body = '') => {
    const requests: Array<Record<string, unknown>> = [];
    const server = createServer((request, response) => {
      requests.push(request.headers);
      request.resume().once('end', () => void response.writeHead(status).end(body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { storage: s3Storage({ ...OPTIONS, ...options, endpoint }), requests };
  };

  it('403 is an error and never a missing object', async () => {
    const { storage } = await answering(403);
    await expect(storage.head('originals', 'g/p/o')).rejects.toThrow('S3 answered 403');
    await expect(storage.get('originals', 'g/p/o')).rejects.toThrow('S3 answered 403');
    await expect(storage.rewrite('originals', 'g/p/o', 'image/jpeg')).rejects.toThrow('S3 answered 403');
  });

  it('409 to a conditional write is temporary', async () => {
    const { storage } = await answering(409);
    const writing = storage.put('originals', 'g/p/o', new Uint8Array(1), { ...FILE, ifAbsent: true });
    await expect(writing).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('are requested with the signed session token of temporary keys', async () => {
    const { storage, requests } = await answering(404, { sessionToken: 'token' });
    await storage.head('originals', 'g/p/o');
    expect(requests[0]).toMatchObject({ 'x-amz-security-token': 'token' });
    expect(requests[0]!['authorization']).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
  });

  it('503 is attempted three times', async () => {
    const { storage, requests } = await answering(503);
    await expect(storage.head('originals', 'g/p/o')).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests).toHaveLength(3);
  });

  it('200 with an error in its body is temporary', async () => {
    const { storage } = await answering(200, {}, '<Error><Code>InternalError</Code></Error>');
    const unavailable = { code: 'unavailable' };
    const { multipart } = storage;
    await expect(storage.copy('originals', 'a', 'b', 'image/jpeg')).rejects.toMatchObject(unavailable);
    await expect(multipart.complete('originals', 'a', 'id', [])).rejects.toMatchObject(unavailable);
  });

  it('belong to requests without default checksums or a connection of their own', async () => {
    const { storage, requests } = await answering(200);
    const options = { contentType: 'image/jpeg', cacheControl: 'private' };
    expect(await storage.put('originals', 'g/p/o', new Uint8Array(3_000_000), options)).toBe(true);
    expect(requests[0]).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private' });
    expect(Object.keys(requests[0]!).filter((name) => /checksum|expect/.test(name))).toEqual([]);
  });
});
