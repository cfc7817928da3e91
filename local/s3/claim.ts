import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** Maximum clock difference accepted by S3, in milliseconds. */
const maximumSkew = 15 * MINUTE_MS;
/** Maximum lifetime of a presigned URL in seconds: a week. */
const maximumExpiry = 7 * 24 * 60 * 60;

/** A request's signature parameters, with validated times. */
export interface Claim {
  readonly accessKeyId: string;
  /** `20261121T101500Z` */
  readonly timestamp: string;
  /** `20261121` */
  readonly date: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** A hex SHA-256, `UNSIGNED-PAYLOAD` or a `STREAMING-…` name. */
  readonly payloadHash: string;
  readonly presigned: boolean;
}

type MalformedCode = 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError';

/** Milliseconds since the epoch, or NaN. */
function parseTimestamp(timestamp: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  return parts ? Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`) : NaN;
}

function parseScope(credential: string, timestamp: string, region: string, malformed: MalformedCode) {
  const [accessKeyId, date, claimedRegion, service, terminator, ...rest] = credential.split('/');
  if (!accessKeyId || service !== 's3' || terminator !== 'aws4_request' || rest.length > 0) {
    throw new S3Error(malformed, 'The credential must be <key id>/<date>/<region>/s3/aws4_request.');
  }
  if (date !== timestamp.slice(0, 8)) throw new S3Error(malformed, 'The credential date is not the request date.');
  if (claimedRegion !== region) {
    const message = `The region '${claimedRegion ?? ''}' is wrong; expecting '${region}'`;
    throw new S3Error(malformed, message, { details: { Region: region } });
  }
  return { accessKeyId, date };
}

function parseSignedHeaders(list: string, malformed: MalformedCode): readonly string[] {
  const names = list.split(';');
  if (!names.includes('host')) throw new S3Error(malformed, 'The host header must be signed.');
  return names;
}

function readQueryClaim({ query, headers }: S3Request, region: string, now: number): Claim {
  const malformed = 'AuthorizationQueryParametersError';
  const [credential, timestamp, expires, signedHeaders, signature] = [
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
  ].map((name) => query.get(name) ?? '');
  if (
    query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' ||
    !credential ||
    !timestamp ||
    !signedHeaders ||
    !signature
  ) {
    throw new S3Error(malformed);
  }
  const issued = parseTimestamp(timestamp);
  if (Number.isNaN(issued)) throw new S3Error(malformed, 'X-Amz-Date must be in the ISO8601 basic format.');
  if (!/^\d{1,6}$/.test(expires ?? '') || Number(expires) < 1 || Number(expires) > maximumExpiry) {
    throw new S3Error(malformed, 'X-Amz-Expires must be between 1 and 604800 seconds.');
  }
  const scope = parseScope(credential, timestamp, region, malformed);
  if (issued > now + maximumSkew) throw new S3Error('AccessDenied', 'Request is not valid yet');
  if (now > issued + Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  return {
    ...scope,
    timestamp,
    region,
    signedHeaders: parseSignedHeaders(signedHeaders, malformed),
    signature,
    payloadHash: headers.get('x-amz-content-sha256') ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    presigned: true,
  };
}

function readHeaderClaim({ headers }: S3Request, authorization: string, region: string, now: number): Claim {
  const malformed = 'AuthorizationHeaderMalformed';
  const fields = /^AWS4-HMAC-SHA256 +(.*)$/.exec(authorization)?.[1];
  if (fields === undefined) {
    throw new S3Error('InvalidRequest', 'The authorization mechanism is not supported. Please use AWS4-HMAC-SHA256.');
  }
  const parameters = new Map<string, string>();
  for (const field of fields.split(',')) {
    const [name, value] = field.trim().split('=', 2);
    if (name && value) parameters.set(name, value);
  }
  const credential = parameters.get('Credential');
  const signedHeaders = parameters.get('SignedHeaders');
  const signature = parameters.get('Signature');
  const timestamp = headers.get('x-amz-date') ?? '';
  if (!credential || !signedHeaders || !signature) throw new S3Error(malformed);
  if (Number.isNaN(parseTimestamp(timestamp))) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid x-amz-date header');
  }
  const scope = parseScope(credential, timestamp, region, malformed);
  if (Math.abs(now - parseTimestamp(timestamp)) > maximumSkew) throw new S3Error('RequestTimeTooSkewed');
  const payloadHash = headers.get('x-amz-content-sha256');
  if (!payloadHash) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  const names = parseSignedHeaders(signedHeaders, malformed);
  return { ...scope, timestamp, region, signedHeaders: names, signature, payloadHash, presigned: false };
}

/**
 * Parses the claim from header or query, and checks format and times only.
 * @throws S3Error AccessDenied for an anonymous, expired or early request, NotImplemented for a form upload with a
 * policy, and S3's codes for malformed ones
 */
export function readClaim(request: S3Request, region: string, now: number): Claim {
  const authorization = request.headers.get('authorization');
  const presigned = request.query.has('X-Amz-Algorithm') || request.query.has('X-Amz-Signature');
  if (authorization !== undefined && presigned) {
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed');
  }
  if (request.headers.has('x-amz-security-token') || request.query.has('X-Amz-Security-Token')) {
    throw new S3Error('InvalidToken');
  }
  if (presigned) return readQueryClaim(request, region, now);
  if (authorization === undefined) {
    // A browser's form upload has its policy and signature in the body.
    const form = request.method === 'POST' && request.headers.get('content-type')?.startsWith('multipart/form-data');
    throw new S3Error(form ? 'NotImplemented' : 'AccessDenied');
  }
  return readHeaderClaim(request, authorization, region, now);
}
