import { AwsV4Signer } from 'aws4fetch';
import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnv, STORAGE_ENV } from '../platform/env.ts';

type Keys = { region: string; accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

type SignedRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array | string | undefined;
};

const TIMEOUT_MS = 30_000;
const TRIES = 4;
/** Maximum delay before the first retry, in milliseconds; doubles with each retry. */
const PAUSE_MS = 50;

/** Signing key of the day per secret: deriving it for every request costs twice as much as sending one. */
const signingKeys = new Map<string, ArrayBuffer>();

const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/**
 * Signs and sends a request to S3; retries 429, 5xx and a connection that breaks before a response. Uses node:http,
 * because fetch's web streams cost as much CPU as decoding a thumbnail.
 * @returns the response; read or destroy its body
 */
async function sendSigned(keys: Keys, request: SignedRequest): Promise<IncomingMessage> {
  for (let tried = 1; ; tried++) {
    const answer = await send(keys, request).catch((error: unknown) => {
      if (tried === TRIES || !isBroken(error)) throw error;
      return null;
    });
    const status = answer?.statusCode ?? 0;
    if (answer && (tried === TRIES || (status !== 429 && status < 500))) return answer;
    answer?.destroy();
    await delay(Math.random() * PAUSE_MS * 2 ** (tried - 1));
  }
}

async function send({ sessionToken, ...keys }: Keys, { method, url, headers, body }: SignedRequest) {
  const credentials = { ...keys, ...(sessionToken && { sessionToken }), service: 's3' };
  const signed = await new AwsV4Signer({ ...credentials, method, url, headers, cache: signingKeys }).sign();
  const isSecure = signed.url.protocol === 'https:';
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    method,
    headers: { ...Object.fromEntries(signed.headers), ...length },
    agent: isSecure ? agents.secure : agents.plain,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const answered = (answer: IncomingMessage) => {
    // The body's reader gets the error as well; without this listener an unread body would end the process.
    resolve(answer.on('error', () => {}));
  };
  (isSecure ? secureRequest : plainRequest)(signed.url, options, answered).on('error', reject).end(body);
  return promise;
}

/** True if the server may have closed a kept connection while it was idle. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Location and credentials of a bucket. `endpoint` (path style) is for an S3 other than Amazon's. */
type BucketConfig = Keys & { bucket: string; endpoint?: string | undefined };

export type ObjectHead = {
  etag: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Milliseconds since it was written, both times by the store's clock. */
  ageMs: number;
};

/** Destroy the body if you do not read it. */
export type StoredObject = ObjectHead & { body: Readable };

/** Tag of objects that expire after a day. */
const EXPIRES_TAG = 'expires=day';

export type PutOptions = {
  contentType: string;
  cacheControl?: string;
  /** `*`: only if the object does not exist. */
  ifNoneMatch?: '*';
  /** Only if the object has this ETag. */
  ifMatch?: string;
  /** Deleted after a day: the bucket has a lifecycle rule for this tag (stacks/storage.ts). */
  expires?: boolean;
};

/** Access to one bucket. Missing objects are null; every other unexpected response throws. */
export type Objects = {
  head(key: string): Promise<ObjectHead | null>;
  /** With `ifNoneMatch`, an unchanged object returns `not_modified` without its bytes. */
  get(key: string, ifNoneMatch?: string): Promise<StoredObject | 'not_modified' | null>;
  /** Returns the bytes `from`–`to` (exclusive), or fewer at the end; null if the object does not exist. */
  read(key: string, from: number, to: number): Promise<Buffer | null>;
  /** Returns the new ETag, or null if a condition failed. */
  put(key: string, body: Uint8Array | string, options: PutOptions): Promise<string | null>;
  remove(key: string): Promise<void>;
};

/**
 * S3 client with an 8 KB signer: the SDK would double the image function's cold start (docs/decisions/bars.md, bar 8).
 * @throws Error `S3 <method>: <status>` for unexpected responses
 */
export function createObjects(config: BucketConfig): Objects {
  const { bucket, endpoint, ...keys } = config;
  // At Amazon a host of its own, whose certificate requires a name without dots.
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${keys.region}.amazonaws.com`;

  async function request(method: string, key: string, expected: number[], init: Partial<SignedRequest> = {}) {
    const path = key.split('/').map(encodeURIComponent).join('/');
    const answer = await sendSigned(keys, { headers: {}, ...init, method, url: `${base}/${path}` });
    if (expected.includes(answer.statusCode!)) return answer;
    answer.destroy();
    throw new Error(`S3 ${method}: ${answer.statusCode}`);
  }

  return {
    async head(key) {
      const answer = (await request('HEAD', key, [200, 404])).resume();
      return answer.statusCode === 404 ? null : toObjectHead(answer);
    },
    async get(key, ifNoneMatch) {
      const headers: Record<string, string> = ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {};
      const answer = await request('GET', key, [200, 304, 404], { headers });
      if (answer.statusCode === 200) return { ...toObjectHead(answer), body: answer };
      answer.resume();
      return answer.statusCode === 304 ? 'not_modified' : null;
    },
    async read(key, from, to) {
      if (to <= from) return Buffer.alloc(0);
      const headers = { range: `bytes=${from}-${to - 1}` };
      const answer = await request('GET', key, [206, 404, 416], { headers });
      if (answer.statusCode === 206) return buffer(answer);
      answer.resume();
      return answer.statusCode === 416 ? Buffer.alloc(0) : null;
    },
    async put(key, body, { contentType, cacheControl, ifNoneMatch, ifMatch, expires }) {
      const headers = {
        'content-type': contentType,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        ...(cacheControl && { 'cache-control': cacheControl }),
        ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
        ...(ifMatch && { 'if-match': ifMatch }),
        ...(expires && { 'x-amz-tagging': EXPIRES_TAG }),
      };
      // 409: another conditional write to this key is in progress. 404: `If-Match` found nothing.
      const conditional = ifNoneMatch || ifMatch ? [404, 409, 412] : [];
      const answer = (await request('PUT', key, [200, ...conditional], { headers, body })).resume();
      return answer.statusCode === 200 ? (answer.headers.etag ?? '') : null;
    },
    async remove(key) {
      (await request('DELETE', key, [204, 404])).resume();
    },
  };
}

function toObjectHead({ headers }: IncomingMessage): ObjectHead {
  const age = Date.parse(headers.date ?? '') - Date.parse(headers['last-modified'] ?? '');
  return {
    etag: headers.etag ?? '',
    size: Number(headers['content-length']),
    contentType: headers['content-type'] ?? '',
    ageMs: Number.isFinite(age) ? age : 0,
  };
}

/** Returns the two buckets of the environment. */
export function bucketsFromEnv(): { originals: Objects; renditions: Objects } {
  const env = readEnv(STORAGE_ENV);
  const account = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
  };
  return {
    originals: createObjects({ ...account, bucket: env.ORIGINALS_BUCKET }),
    renditions: createObjects({ ...account, bucket: env.RENDITIONS_BUCKET }),
  };
}
