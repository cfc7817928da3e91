import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { resolveBucketUrl } from '#functions/lib/bucket-address.ts';
import { sendSigned } from './signed-request.ts';
import type { Keys, SignedRequest } from './signed-request.ts';

/** Where a bucket is and who asks. `endpoint` (path style) is for an S3 other than Amazon's. */
export type BucketConfig = Keys & { bucket: string; endpoint?: string | undefined };

export type ObjectHead = {
  etag: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Milliseconds since it was written, both times by the store's clock. */
  ageMs: number;
};

/** Whoever does not read the body destroys it. */
export type StoredObject = ObjectHead & { body: Readable };

export type PutOptions = {
  contentType: string;
  cacheControl?: string;
  /** `*`: only if there is none yet. */
  ifNoneMatch?: '*';
  /** Only in place of the object with this ETag. */
  ifMatch?: string;
};

/** One bucket. Missing objects are null; every other unexpected answer throws. */
export type Objects = {
  head(key: string): Promise<ObjectHead | null>;
  /** With `ifNoneMatch` an unchanged object answers `not_modified` and no bytes travel. */
  get(key: string, ifNoneMatch?: string): Promise<StoredObject | 'not_modified' | null>;
  /** Answers the new ETag, or null when a condition did not hold. */
  put(key: string, body: Uint8Array | string, options: PutOptions): Promise<string | null>;
  remove(key: string): Promise<void>;
};

/**
 * S3 through an 8 KB signer: the SDK would double the image function's cold start (quality.md, Speed).
 * Throws Error `S3 <method>: <status>` for answers that are none of the expected.
 */
export function createObjects(config: BucketConfig): Objects {
  const { bucket, endpoint, ...keys } = config;
  const base = resolveBucketUrl(bucket, keys.region, endpoint);

  async function request(method: string, key: string, expected: number[], init: Partial<SignedRequest> = {}) {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const answer = await sendSigned(keys, { headers: {}, ...init, method, url: `${base}/${path}` });
    if (expected.includes(answer.statusCode!)) return answer;
    answer.destroy();
    throw new Error(`S3 ${method}: ${answer.statusCode}`);
  }

  return {
    async head(key) {
      const answer = (await request('HEAD', key, [200, 404])).resume();
      return answer.statusCode === 404 ? null : toObjectHead(answer);
    },
    async get(key, ifNoneMatch) {
      const headers: Record<string, string> = ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {};
      const answer = await request('GET', key, [200, 304, 404], { headers });
      if (answer.statusCode === 200) return { ...toObjectHead(answer), body: answer };
      answer.resume();
      return answer.statusCode === 304 ? 'not_modified' : null;
    },
    async put(key, body, { contentType, cacheControl, ifNoneMatch, ifMatch }) {
      const headers = {
        'content-type': contentType,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        ...(cacheControl && { 'cache-control': cacheControl }),
        ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
        ...(ifMatch && { 'if-match': ifMatch }),
      };
      // 409: another conditional write to this key is under way. 404: `If-Match` found nothing.
      const conditional = ifNoneMatch || ifMatch ? [404, 409, 412] : [];
      const answer = (await request('PUT', key, [200, ...conditional], { headers, body })).resume();
      return answer.statusCode === 200 ? (answer.headers.etag ?? '') : null;
    },
    async remove(key) {
      (await request('DELETE', key, [204, 404])).resume();
    },
  };
}

function toObjectHead({ headers }: IncomingMessage): ObjectHead {
  const age = Date.parse(headers.date ?? '') - Date.parse(headers['last-modified'] ?? '');
  return {
    etag: headers.etag ?? '',
    size: Number(headers['content-length']),
    contentType: headers['content-type'] ?? '',
    ageMs: Number.isFinite(age) ? age : 0,
  };
}
