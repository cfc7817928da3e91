import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resolveBucketUrl, type StorageOptions } from './s3-client.ts';
import { s3Storage } from './storage.ts';

const OPTIONS: StorageOptions = {
  region: 'eu-west-1',
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'secret-of-tests',
  buckets: { originals: 'albumen-originals', renditions: 'albumen-renditions' },
};
const FILE = { size: 5, contentType: 'image/jpeg' };

describe('presigned URLs', () => {
  it('use the bucket’s own host at Amazon, and a path elsewhere', () => {
    expect(resolveBucketUrl('photos', 'eu-west-1')).toBe('https://photos.s3.eu-west-1.amazonaws.com');
    expect(resolveBucketUrl('photos', 'eu-west-1', 'http://localhost:4303')).toBe('http://localhost:4303/photos');
  });

  it('are signed for their host', async () => {
    const put = new URL((await s3Storage(OPTIONS).presignPut('originals', 'g/p/o', FILE, 3600)).url);
    expect(put.origin + put.pathname).toBe('https://albumen-originals.s3.eu-west-1.amazonaws.com/g/p/o');
    expect(put.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
    expect(put.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(put.searchParams.has('X-Amz-Security-Token')).toBe(false);
    const get = new URL(await s3Storage(OPTIONS).presignGet('renditions', 'g/f/r.jpg', 'Ñ.jpg', 60));
    expect(get.origin + get.pathname).toBe('https://albumen-renditions.s3.eu-west-1.amazonaws.com/g/f/r.jpg');
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
  /** Returns a storage whose S3 responds with this status, and the received headers. */
  const answering = async (status: number, options: Partial<StorageOptions> = {}) => {
    const requests: Array<Record<string, unknown>> = [];
    const server = createServer((request, response) => {
      requests.push(request.headers);
      request.resume().once('end', () => void response.writeHead(status).end());
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
});
