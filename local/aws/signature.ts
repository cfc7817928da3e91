import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { encodePath, encodeUri } from '#local/s3/request.ts';
import { type Credentials, deriveSigningKey, equalSignatures } from '#local/s3/signature.ts';

/** Accepted credentials, service, region and clock. */
interface Trust {
  credentials: Credentials;
  region: string;
  service: string;
  /** Epoch milliseconds. */
  now: number;
}

/** AWS's error codes for invalid signatures. */
type SignatureRefusal = 'MissingAuthenticationToken' | 'InvalidClientTokenId' | 'SignatureDoesNotMatch';

/** Maximum clock difference accepted by AWS, in milliseconds. */
const MAX_SKEW_MS = 15 * MINUTE_MS;
const FIELDS = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+?), SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/**
 * Verifies the Signature Version 4 of a received request to a service other than S3
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 * @returns the error code, or null if the signature is valid
 */
export function refusalOf(message: IncomingMessage, body: Uint8Array, trust: Trust): SignatureRefusal | null {
  const fields = FIELDS.exec(message.headers.authorization ?? '');
  const date = String(message.headers['x-amz-date'] ?? '');
  if (!fields) return 'MissingAuthenticationToken';
  const [, keyId, scope, signed, signature] = fields as unknown as [string, string, string, string, string];
  if (keyId !== trust.credentials.accessKeyId) return 'InvalidClientTokenId';
  const day = date.slice(0, 8);
  const names = signed.split(';');
  const wholly = Object.keys(message.headers).every((name) => !name.startsWith('x-amz-') || names.includes(name));
  const expected = `${day}/${trust.region}/${trust.service}/aws4_request`;
  if (!isNow(date, trust.now) || !wholly || !names.includes('host') || scope !== expected) {
    return 'SignatureDoesNotMatch';
  }
  const digest = createHash('sha256')
    .update(canonicalRequest(message, names, body))
    .digest('hex');
  const key = deriveSigningKey(trust.credentials.secretAccessKey, day, trust.region, trust.service);
  const own = createHmac('sha256', key).update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest}`).digest('hex');
  return equalSignatures(own, signature) ? null : 'SignatureDoesNotMatch';
}

function isNow(timestamp: string, now: number): boolean {
  const iso = timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Math.abs(now - Date.parse(iso)) <= MAX_SKEW_MS;
}

function canonicalRequest(message: IncomingMessage, names: readonly string[], body: Uint8Array): string {
  const [path = '/', query = ''] = (message.url ?? '/').split('?', 2);
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(encodeUri).join('=')).sort();
  const headers = names.map((name) => `${name}:${String(message.headers[name] ?? '').trim()}\n`).join('');
  const payload = createHash('sha256').update(body).digest('hex');
  return `${message.method}\n${encodePath(path)}\n${pairs.join('&')}\n${headers}\n${names.join(';')}\n${payload}`;
}
