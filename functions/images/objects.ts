import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Where a bucket is and who asks. `endpoint` (path style) is for an S3 other than Amazon's. */
export type BucketConfig = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  endpoint?: string | undefined;
};

export type ObjectHead = {
  etag: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Milliseconds since it was written, both times by the store's clock. */
  ageMs: number;
};

export type StoredObject = ObjectHead & { body: ReadableStream<Uint8Array> };

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
  put(key: string, body: Uint8Array<ArrayBuffer> | string, options: PutOptions): Promise<string | null>;
  remove(key: string): Promise<void>;
};

const TIMEOUT_MS = 30_000;

/**
 * S3 through an 8 KB signer: the SDK would double the image function's cold start (quality.md, Speed).
 * Throws Error `S3 <method>: <status>` for answers that are none of the expected.
 */
export function createObjects(config: BucketConfig): Objects {
  const { bucket, region, accessKeyId, secretAccessKey, sessionToken, endpoint } = config;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: 3,
  });
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;

  async function request(method: string, key: string, expected: number[], init: RequestInit = {}) {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await client.fetch(`${base}/${path}`, { ...init, method, signal });
    if (expected.includes(response.status)) return response;
    await response.body?.cancel();
    throw new Error(`S3 ${method}: ${response.status}`);
  }

  return {
    async head(key) {
      const response = await request('HEAD', key, [200, 404]);
      return response.status === 404 ? null : headOf(response);
    },
    async get(key, ifNoneMatch) {
      const headers = ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {};
      const response = await request('GET', key, [200, 304, 404], { headers });
      if (response.status === 200 && response.body) return { ...headOf(response), body: response.body };
      await response.body?.cancel();
      return response.status === 304 ? 'not_modified' : null;
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
      const response = await request('PUT', key, [200, ...conditional], { headers, body });
      await response.body?.cancel();
      return response.status === 200 ? (response.headers.get('etag') ?? '') : null;
    },
    async remove(key) {
      const response = await request('DELETE', key, [204, 404]);
      await response.body?.cancel();
    },
  };
}

function headOf({ headers }: Response): ObjectHead {
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');
  return {
    etag: headers.get('etag') ?? '',
    size: Number(headers.get('content-length')),
    contentType: headers.get('content-type') ?? '',
    ageMs: Number.isFinite(age) ? age : 0,
  };
}
