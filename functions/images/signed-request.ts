import { Agent, request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

export type Keys = { region: string; accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

export type SignedRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array | string | undefined;
};

const TIMEOUT_MS = 30_000;
const TRIES = 4;
/** Before the second try, in milliseconds, at the most; doubled before each further one. */
const PAUSE_MS = 50;

/** A day's signing key of each secret: deriving it anew for every request costs twice what sending one does. */
const signingKeys = new Map<string, ArrayBuffer>();

const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };

/**
 * Signs a request to S3 and sends it; an answer of 429 or from 500 on, and a connection that breaks before one, is
 * tried again. Over node:http and not fetch, whose web streams cost as much processor as a thumbnail's decode (bar 9).
 * @returns the answer, whose body is to be read or destroyed
 */
export async function sendSigned(keys: Keys, asked: SignedRequest): Promise<IncomingMessage> {
  for (let tried = 1; ; tried++) {
    const answer = await send(keys, asked).catch((error: unknown) => {
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
    // Whoever reads the body hears of it as well; whoever does not must not end the process.
    resolve(answer.on('error', () => {}));
  };
  (isSecure ? secureRequest : plainRequest)(signed.url, options, answered).on('error', reject).end(body);
  return promise;
}

/** A kept connection may have been closed at the other end while it lay idle. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
