import { AwsClient } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { AppError } from '#core/domain/errors.ts';
import { readEnv } from '../env.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { elementText } from '../storage/s3-xml.ts';
import { type AwsKeys, awsKeysFromEnv, fetchSigned } from './signed-fetch.ts';

/**
 * Takes paths out of the distribution's cache, so that a change is seen at once and not only after its minute.
 * @param paths a `*` at the end stands for anything that follows, as CloudFront has it
 * @param wish names what is asked: the same wish for the same paths is carried out, and paid, once
 */
export type Purge = (paths: readonly string[], idempotencyKey: string) => Promise<void>;

export interface PurgeOptions {
  keys: AwsKeys;
  distributionId: string;
  /** Another CloudFront than Amazon's. */
  endpoint?: string | undefined;
}

const AMAZON = 'https://cloudfront.amazonaws.com';
/** CloudFront is one service for the whole world, and signed for here. */
const REGION = 'us-east-1';
const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const TIMEOUT_MS = 5_000;
/** Refusals that pass: too many at a time (CloudFront works on 15 wildcards at once), or too fast. */
const TRANSIENT_CODES =
  /^(TooManyInvalidationsInProgress|Throttling(Exception)?|RequestLimitExceeded|ServiceUnavailable)$/;

/**
 * CloudFront's `CreateInvalidation`
 * (https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html).
 * @throws AppError `unavailable` while it cannot be reached or has too much to do; Error with its code for any other
 * refusal. Nothing refused is tried again here: the outbox does that.
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
  // One reference for other paths than before would be refused: the studio may have another address by the second try.
  const digest = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><InvalidationBatch xmlns="${NAMESPACE}">` +
    `<Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>` +
    `<CallerReference>${elementText(`${idempotencyKey}-${digest}`)}</CallerReference></InvalidationBatch>`
  );
}

/** The distribution that the environment names. */
export function purgeFromEnv(): Purge {
  const { DISTRIBUTION_ID, CLOUDFRONT_ENDPOINT } = readEnv(['DISTRIBUTION_ID', 'CLOUDFRONT_ENDPOINT']);
  return cloudFrontPurge({ keys: awsKeysFromEnv(), distributionId: DISTRIBUTION_ID, endpoint: CLOUDFRONT_ENDPOINT });
}
