import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Claim, readClaim } from './claim.ts';
import { S3Error } from './errors.ts';
import { encodePath, encodeUri, type S3Request } from './request.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SignedRequest extends S3Request {
  /** A hex SHA-256, or one of `payloadHashes`. */
  readonly payloadHash: string;
}

const payloadHashes = ['UNSIGNED-PAYLOAD', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'];

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Compares two hex strings in constant time. */
export function equalSignatures(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns the signing key of a day, region and service.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function deriveSigningKey(secretAccessKey: string, date: string, region: string, service = 's3'): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, date), region), service), 'aws4_request');
}

function canonicalQuery(query: S3Request['query']): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
}

/** SHA-256 of the canonical request, with the raw bytes of the header values. */
function hashCanonicalRequest(request: S3Request, claim: Claim): string {
  const headers = claim.signedHeaders
    .map((name) => `${name}:${(request.headers.get(name) ?? '').trim().replace(/ +/g, ' ')}\n`)
    .join('');
  const names = claim.signedHeaders.join(';');
  return createHash('sha256')
    .update(`${request.method}\n${encodePath(request.path)}\n${canonicalQuery(request.query)}\n`)
    .update(Buffer.from(headers, 'latin1'))
    .update(`\n${names}\n${claim.payloadHash}`)
    .digest('hex');
}

function requireSignedHeaders(request: S3Request, claim: Claim): void {
  for (const name of request.headers.keys()) {
    // The payload hash is the last line of the canonical request, so it is always signed.
    if (!name.startsWith('x-amz-') || name === 'x-amz-content-sha256' || claim.signedHeaders.includes(name)) continue;
    const message = 'There were headers present in the request which were not signed';
    throw new S3Error('AccessDenied', message, { details: { HeadersNotSigned: name } });
  }
}

const signingParameters = /^X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Content-Sha256)$/;

/** Converts `x-amz-…` parameters of a presigned URL to headers, without its own signature. */
function unpackPresigned({ headers, query }: S3Request): Pick<S3Request, 'headers' | 'query'> {
  const unpacked = { headers: new Map(headers), query: new Map<string, string>() };
  for (const [name, value] of query) {
    if (signingParameters.test(name)) continue;
    const header = name.toLowerCase();
    if (header.startsWith('x-amz-')) unpacked.headers.set(header, Buffer.from(value).toString('latin1'));
    else unpacked.query.set(name, value);
  }
  return unpacked;
}

/**
 * Verifies the request's Signature Version 4.
 * @throws S3Error before any bucket or key is looked up, so that refusals do not reveal what exists
 */
export function authorize(
  request: S3Request,
  trust: { credentials: readonly Credentials[]; region: string; now: number },
): SignedRequest {
  const claim = readClaim(request, trust.region, trust.now);
  const credentials = trust.credentials.find(({ accessKeyId }) => accessKeyId === claim.accessKeyId);
  if (!credentials) throw new S3Error('InvalidAccessKeyId');
  requireSignedHeaders(request, claim);

  const scope = `${claim.date}/${claim.region}/s3/aws4_request`;
  const signingKey = deriveSigningKey(credentials.secretAccessKey, claim.date, claim.region);
  const toSign = `AWS4-HMAC-SHA256\n${claim.timestamp}\n${scope}\n${hashCanonicalRequest(request, claim)}`;
  if (!equalSignatures(hmac(signingKey, toSign).toString('hex'), claim.signature)) {
    throw new S3Error('SignatureDoesNotMatch');
  }
  if (claim.payloadHash.startsWith('STREAMING-AWS4-')) throw new S3Error('NotImplemented');
  if (!payloadHashes.includes(claim.payloadHash) && !/^[0-9a-f]{64}$/.test(claim.payloadHash)) {
    const allowed = payloadHashes.join(', ');
    throw new S3Error('InvalidArgument', `x-amz-content-sha256 must be ${allowed} or a valid sha256 value.`);
  }
  return { ...request, ...(claim.presigned && unpackPresigned(request)), payloadHash: claim.payloadHash };
}
