import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A whole answer, as the cache keeps it. */
export interface Answer {
  status: number;
  /** Names in lower case, without those of the connection. */
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** Compressed forms, made when first asked for. */
  encoded: Map<string, Promise<Buffer>>;
}

export function makeAnswer(status: number, headers: Answer['headers'], body: Buffer | string = ''): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (status === 200 && bytes.length > 0 && !headers['etag']) {
    headers['etag'] = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  }
  return { status, headers, body: bytes, encoded: new Map() };
}

/** RFC 9110 §7.6.1: what belongs to one connection and is not passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that may be passed on: none of the connection's, nor any that `Connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) kept[name] = value;
  }
  return kept;
}

/**
 * How long a shared cache may keep an answer, in seconds. Without a word about it, not at all. A cookie does not
 * matter, as it does not to CloudFront: an answer for one person has to say that it is.
 */
export function sharedTtl({ status, headers }: Answer): number {
  if (status >= 500 || status === 206) return 0;
  const control = String(headers['cache-control'] ?? '');
  if (/no-store|no-cache|private/i.test(control)) return 0;
  const age = /s-maxage=(\d+)/i.exec(control) ?? /max-age=(\d+)/i.exec(control);
  return age ? Number(age[1]) : 0;
}
