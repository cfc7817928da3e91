import { AwsClient } from 'aws4fetch';
import { AppError } from '#core/domain/errors.ts';
import { fetchSigned } from '../aws/signed-fetch.ts';
import { describeError, log } from '../observability/telemetry.ts';

/**
 * Returns the base URL of a bucket, without a trailing slash: at Amazon a host of its own, whose certificate requires a
 * name without dots; a path of `endpoint` for another S3.
 */
export function resolveBucketUrl(bucket: string, region: string, endpoint?: string): string {
  return endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** The two buckets, named by content. */
export type BucketName = 'originals' | 'renditions';

export interface StorageOptions {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Endpoint of another S3 than the region's, addressed by path. */
  endpoint?: string | undefined;
  buckets: Readonly<Record<BucketName, string>>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** Signed S3 calls, the base of `storage.ts` and `multipart.ts`. */
export interface S3Client {
  readonly aws: AwsClient;
  readonly bucketUrl: (bucket: BucketName) => string;
  readonly objectUrl: (bucket: BucketName, key: string) => URL;
  /** @throws AppError `unavailable` while S3 is unreachable; Error for an unexpected status */
  readonly send: (url: URL, init: RequestInit, accepted: readonly number[], timeoutMs?: number) => Promise<Response>;
}

/**
 * S3 client with an 8 KB signer instead of the SDK, which halves the functions' cold start (quality.md). Keys consist
 * of ids, so they need no encoding.
 */
export function s3Client(options: StorageOptions): S3Client {
  const { region, accessKeyId, secretAccessKey, sessionToken } = options;
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    region,
    service: 's3',
    retries: 2,
  });
  const bucketUrl = (bucket: BucketName) => resolveBucketUrl(options.buckets[bucket], region, options.endpoint);
  return {
    aws,
    bucketUrl,
    objectUrl: (bucket, key) => new URL(`${bucketUrl(bucket)}/${key}`),
    async send(url, init, accepted, timeoutMs = REQUEST_TIMEOUT_MS) {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetchSigned(aws, url.href, { ...init, signal }).catch((error: unknown) => {
        log('error', 'storage_unavailable', describeError(error));
        throw new AppError('unavailable', { retryAfter: 2 });
      });
      if (accepted.includes(response.status)) return response;
      await response.body?.cancel();
      log('error', 'storage_refused', { method: init.method ?? 'GET', status: response.status });
      if (response.status >= 500) throw new AppError('unavailable', { retryAfter: 2 });
      throw new Error(`S3 answered ${response.status}`);
    },
  };
}
