import { AwsClient } from 'aws4fetch';
import { AppError } from '#core/domain/values/errors.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { type AwsKeys, fetchSigned } from './signed-fetch.ts';

export interface CloudFrontOptions {
  keys: AwsKeys;
  /** Endpoint of a CloudFront other than Amazon's. */
  endpoint?: string | undefined;
}

interface CloudFrontAnswer {
  status: number;
  /** CloudFront's XML. */
  text: string;
  /** Code of an error response. */
  code: string;
  etag: string | null;
}

/**
 * Sends one request of CloudFront's API.
 * @param path below the API's version
 * @param expected error codes that the caller handles
 */
type CallCloudFront = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options?: { body?: string; ifMatch?: string; expected?: readonly string[] },
) => Promise<CloudFrontAnswer>;

const AMAZON = 'https://cloudfront.amazonaws.com';
/** CloudFront is a global service and signed for this region. */
const REGION = 'us-east-1';
export const CLOUDFRONT_NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';
const TIMEOUT_MS = 5_000;
/** Temporary errors: too many invalidations at a time (CloudFront allows 15 wildcards), or too many requests. */
const TRANSIENT_CODES =
  /^(TooManyInvalidationsInProgress|Throttling(Exception)?|RequestLimitExceeded|ServiceUnavailable)$/;

/**
 * Returns a function that calls CloudFront's API.
 * @throws AppError `unavailable` while it is unreachable or busy; Error with its code for unexpected errors. Retries are
 * left to the outbox
 */
export function cloudFrontCaller({ keys, endpoint = AMAZON }: CloudFrontOptions): CallCloudFront {
  const client = new AwsClient({ ...keys, region: REGION, service: 'cloudfront', retries: 0 });
  return async (method, path, { body, ifMatch, expected = [] } = {}) => {
    const headers = { 'content-type': 'application/xml', ...(ifMatch ? { 'if-match': ifMatch } : {}) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
    const response = await fetchSigned(client, `${endpoint}/2020-05-31/${path}`, init).catch((error: unknown) => {
      log('error', 'cloudfront_unavailable', describeError(error));
      throw new AppError('unavailable');
    });
    const text = await response.text();
    const { status } = response;
    if (response.ok) return { status, text, code: '', etag: response.headers.get('etag') };
    const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? 'unknown';
    if (expected.includes(code)) return { status, text, code, etag: null };
    log('error', 'cloudfront_refused', { status, code });
    if (status >= 500 || status === 429 || TRANSIENT_CODES.test(code)) throw new AppError('unavailable');
    throw new Error(`CloudFront answered ${status} ${code}`);
  };
}

/** Escapes a text for an XML element. */
export function elementText(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
