import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryFailure } from '#core/domain/studio/integrations.ts';
import { readEnv } from './env.ts';
import { isPublicAddress } from './public-address.ts';

/** Time of an attempt in all, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read; its connection is then closed. */
const MAX_ANSWER_BYTES = 4096;
/** Characters of an answer that are kept. */
const MAX_ANSWER_CHARS = 1024;

export interface WebhookAttempt {
  /** Null: delivered. */
  failure: Exclude<DeliveryFailure, 'paused'> | null;
  /** HTTP status; null without an answer. */
  status: number | null;
  answer: string | null;
}

/** Posts a body to a stranger's server. Never throws: every failure is a result. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<WebhookAttempt>;

interface WebhookOptions {
  /** Lets the local installation reach this machine: any address and port, also without TLS. */
  allowsLoopback?: boolean;
  /** Resolves a name to all its addresses. */
  lookUp?: (hostname: string) => Promise<string[]>;
  timeoutMs?: number;
}

const lookUpAll = async (hostname: string) => (await resolve(hostname, { all: true })).map(({ address }) => address);

/** The address must not be asked: it leads elsewhere than to the public internet. */
class RefusedAddress extends Error {}
/** The name has no address. */
class UnknownName extends Error {}

const allowsLoopbackHere = () => readEnv(['WEBHOOK_LOOPBACK']).WEBHOOK_LOOPBACK === 'on';

/** Returns what posts webhooks of this stage. */
export function webhookPosterFromEnv(): PostWebhook {
  return webhookPoster({ allowsLoopback: allowsLoopbackHere() });
}

/** True if this stage may post to the URL, as far as that can be told without asking where its name leads. */
export function isWebhookAddress(address: string): boolean {
  const url = URL.parse(address);
  const allowsLoopback = allowsLoopbackHere();
  if (!url || !isAllowed(url, allowsLoopback)) return false;
  const literal = unbracketed(url.hostname);
  return allowsLoopback || isIP(literal) === 0 || isPublicAddress(literal);
}

/** An IPv6 address is in brackets in a URL. */
const unbracketed = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns a function that posts to addresses of the public internet alone. The connection goes to the address that was
 * checked, so a name cannot lead elsewhere between check and use. Redirects are not followed.
 */
export function webhookPoster({
  allowsLoopback = false,
  lookUp = lookUpAll,
  timeoutMs = TIMEOUT_MS,
}: WebhookOptions = {}): PostWebhook {
  return async (address, headers, body) => {
    const url = URL.parse(address);
    if (!url || !isAllowed(url, allowsLoopback)) return failed('address');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const ip = await within(signal, checkedAddress(url.hostname, allowsLoopback, lookUp));
      return await post(url, ip, headers, body, signal);
    } catch (error) {
      return failed(signal.aborted ? 'timeout' : failureOf(error));
    }
  };
}

const failed = (failure: NonNullable<WebhookAttempt['failure']>): WebhookAttempt => ({
  failure,
  status: null,
  answer: null,
});

function isAllowed({ protocol, port, username, password }: URL, allowsLoopback: boolean): boolean {
  if (username !== '' || password !== '') return false;
  return allowsLoopback ? /^https?:$/.test(protocol) : protocol === 'https:' && port === '';
}

/** Returns an address of the host, of which all must be public: a name with a private one beside it is a trick. */
async function checkedAddress(
  hostname: string,
  allowsLoopback: boolean,
  lookUp: (hostname: string) => Promise<string[]>,
): Promise<string> {
  const literal = unbracketed(hostname);
  const addresses = isIP(literal) ? [literal] : await lookUp(hostname).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new UnknownName();
  if (!allowsLoopback && !addresses.every(isPublicAddress)) throw new RefusedAddress();
  return first;
}

/** Rejects when the signal aborts, because a lookup cannot be cancelled. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

function post(
  url: URL,
  ip: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<WebhookAttempt> {
  const bytes = Buffer.from(body, 'utf8');
  const family = isIP(ip);
  const lookup = ((_hostname, options, callback) => {
    if (options.all) callback(null, [{ address: ip, family }]);
    else callback(null, ip, family);
  }) as LookupFunction;
  return new Promise((done, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method: 'POST',
        // A connection of its own: a kept one would go to the address of an earlier check.
        agent: false,
        lookup,
        signal,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.byteLength },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = () => {
          const status = response.statusCode ?? 0;
          const failure = status >= 200 && status < 300 ? null : ('status' as const);
          done({ failure, status, answer: readable(Buffer.concat(chunks)) });
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, MAX_ANSWER_BYTES - size));
          size += chunk.byteLength;
          if (size < MAX_ANSWER_BYTES) return;
          finish();
          response.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    // A server that switches protocols gets its connection closed without an answer or an error.
    request.on('close', () => reject(new Error('closed without an answer')));
    request.end(bytes);
  });
}

/** The beginning of an answer as text that can be stored and shown. */
const readable = (bytes: Buffer): string =>
  bytes.toString('utf8').toWellFormed().replaceAll('\u0000', '').slice(0, MAX_ANSWER_CHARS).toWellFormed();

function failureOf(error: unknown): NonNullable<WebhookAttempt['failure']> {
  if (error instanceof RefusedAddress) return 'address';
  if (error instanceof UnknownName) return 'dns';
  const { code = '' } = error as { code?: string };
  return /CERT|TLS|SSL|SIGNED|ALTNAME|SIGNATURE/.test(code) ? 'tls' : 'connection';
}
