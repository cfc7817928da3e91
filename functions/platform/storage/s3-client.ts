import { AwsClient } from 'aws4fetch';
import { AppError } from '#core/domain/errors.ts';
import { fetchSigned } from '../aws/signed-fetch.ts';
import { describeError, log } from '../observability/telemetry.ts';

/**
 * Where a bucket is: a host of its own at Amazon, whose certificate holds for names without dots; a path of `endpoint`
 * for an S3 other than Amazon's. Without a slash at its end.
 */
export function resolveBucketUrl(bucket: string, region: string, endpoint?: string): string {
  return endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
}

/** The two buckets, by what they hold. */
export type BucketName = 'originals' | 'renditions';

export interface StorageOptions {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Another S3 than the region's, addressed by path. */
  endpoint?: string | undefined;
  buckets: Readonly<Record<BucketName, string>>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** Signed calls of S3: what `storage.ts` and `multipart.ts` are made of. */
export interface S3Client {
  readonly aws: AwsClient;
  readonly bucketUrl: (bucket: BucketName) => string;
  readonly objectUrl: (bucket: BucketName, key: string) => URL;
  /** @throws AppError `unavailable` while S3 cannot be reached; Error for a status that is not accepted */
  readonly send: (url: URL, init: RequestInit, accepted: readonly number[], timeoutMs?: number) => Promise<Response>;
}

/**
 * S3 through an 8 KB signer instead of the SDK: it halves the functions' cold start (quality.md). Keys are ours and
 * made of ids, so they need no encoding.
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
