import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { AppError } from '#core/domain/errors.ts';
import { readEnv } from '../env.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { type AwsKeys, awsKeysFromEnv, fetchSigned } from './signed-fetch.ts';

/**
 * Purges paths from the distribution's cache.
 * @param paths a `*` at the end matches any rest, as in CloudFront
 * @param idempotencyKey repeated calls with the same key and paths are executed, and paid, once
 */
export type Purge = (paths: readonly string[], idempotencyKey: string) => Promise<void>;

export interface PurgeOptions {
  keys: AwsKeys;
  distributionId: string;
  /** Endpoint of a CloudFront other than Amazon's. */
  endpoint?: string | undefined;
}

const AMAZON = 'https://cloudfront.amazonaws.com';
/** CloudFront is a global service and signed for this region. */
const REGION = 'us-east-1';
const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const TIMEOUT_MS = 5_000;
/** Temporary errors: too many invalidations at a time (CloudFront allows 15 wildcards), or too many requests. */
const TRANSIENT_CODES =
  /^(TooManyInvalidationsInProgress|Throttling(Exception)?|RequestLimitExceeded|ServiceUnavailable)$/;

/**
 * Purges by CloudFront's `CreateInvalidation`
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html).
 * @throws AppError `unavailable` while it is unreachable or busy; Error with its code for other errors. Retries are
 * left to the outbox
 */
export function cloudFrontPurge({ keys, distributionId, endpoint = AMAZON }: PurgeOptions): Purge {
  const client = new AwsClient({ ...keys, region: REGION, service: 'cloudfront', retries: 0 });
  const url = `${endpoint}/2020-05-31/distribution/${distributionId}/invalidation`;
  return async (paths, idempotencyKey) => {
    const body = invalidationBatch(paths, idempotencyKey);
    const headers = { 'content-type': 'application/xml' };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchSigned(client, url, { method: 'POST', headers, body, signal }).catch(
      (error: unknown) => {
        log('error', 'purge_unavailable', describeError(error));
        throw new AppError('unavailable');
      },
    );
    const answer = await response.text();
    if (response.status === 201) return;
    const code = /<Code>(\w{1,64})<\/Code>/.exec(answer)?.[1] ?? 'unknown';
    log('error', 'purge_refused', { status: response.status, code });
    if (response.status >= 500 || response.status === 429 || TRANSIENT_CODES.test(code))
      throw new AppError('unavailable');
    throw new Error(`CloudFront answered ${response.status} ${code}`);
  };
}

function invalidationBatch(paths: readonly string[], idempotencyKey: string): string {
  const items = paths.map((path) => `<Path>${elementText(path)}</Path>`).join('');
  // Include the paths: CloudFront rejects a reference with other paths, and the studio's slug may change before a
  // retry.
  const digest = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="${NAMESPACE}">` +
    `<Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>` +
    `<CallerReference>${elementText(`${idempotencyKey}-${digest}`)}</CallerReference></InvalidationBatch>`
  );
}

/** Escapes a text for an XML element. */
function elementText(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Returns the purge function for the environment's distribution. */
export function purgeFromEnv(): Purge {
  const { DISTRIBUTION_ID, CLOUDFRONT_ENDPOINT } = readEnv(['DISTRIBUTION_ID', 'CLOUDFRONT_ENDPOINT']);
  return cloudFrontPurge({ keys: awsKeysFromEnv(), distributionId: DISTRIBUTION_ID, endpoint: CLOUDFRONT_ENDPOINT });
}
