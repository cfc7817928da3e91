import { createHash } from 'node:crypto';
import { readEnv } from '../env.ts';
import { CLOUDFRONT_NAMESPACE, cloudFrontCaller, type CloudFrontOptions, elementText } from './cloudfront.ts';
import { awsKeysFromEnv } from './signed-fetch.ts';

/**
 * Purges paths from the distribution's cache.
 * @param paths a `*` at the end matches any rest, as in CloudFront
 * @param idempotencyKey repeated calls with the same key and paths are executed, and paid, once
 */
export type Purge = (paths: readonly string[], idempotencyKey: string) => Promise<void>;

export interface PurgeOptions extends CloudFrontOptions {
  distributionId: string;
}

/**
 * Purges by CloudFront's `CreateInvalidation`
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html).
 * @throws like `cloudFrontCaller`
 */
export function cloudFrontPurge({ distributionId, ...options }: PurgeOptions): Purge {
  const call = cloudFrontCaller(options);
  return async (paths, idempotencyKey) => {
    const body = invalidationBatch(paths, idempotencyKey);
    await call('POST', `distribution/${distributionId}/invalidation`, { body });
  };
}

export function invalidationBatch(paths: readonly string[], idempotencyKey: string): string {
  const items = paths.map((path) => `<Path>${elementText(path)}</Path>`).join('');
  // Include the paths: CloudFront rejects a reference with other paths, and the studio's slug may change before a
  // retry.
  const digest = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="${CLOUDFRONT_NAMESPACE}">` +
    `<Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>` +
    `<CallerReference>${elementText(`${idempotencyKey}-${digest}`)}</CallerReference></InvalidationBatch>`
  );
}

/** Returns the purge function for the environment's distribution. */
export function purgeFromEnv(): Purge {
  const { DISTRIBUTION_ID, CLOUDFRONT_ENDPOINT } = readEnv(['DISTRIBUTION_ID', 'CLOUDFRONT_ENDPOINT']);
  return cloudFrontPurge({ keys: awsKeysFromEnv(), distributionId: DISTRIBUTION_ID, endpoint: CLOUDFRONT_ENDPOINT });
}
