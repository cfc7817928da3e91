import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { EdgeResponse, ViewerResponseEvent } from '#functions/edge/event.ts';

/** A complete response, as the cache stores it. */
export interface Answer {
  status: number;
  /** Lower-case names, without hop-by-hop headers. */
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** Compressed bodies, made on first use. */
  encoded: Map<string, Promise<Buffer>>;
}

export function makeAnswer(status: number, headers: Answer['headers'], body: Buffer | string = ''): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (status === 200 && bytes.length > 0 && !headers['etag']) {
    headers['etag'] = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  }
  return { status, headers, body: bytes, encoded: new Map() };
}

/** RFC 9110 §7.6.1: headers of one connection, which are not forwarded. */
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

/** Returns the end-to-end headers: without hop-by-hop headers and those that `Connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) kept[name] = value;
  }
  return kept;
}

/**
 * Returns the seconds for which a shared cache may store a response; 0 without a directive. Ignores `set-cookie`, as
 * CloudFront does: a response for one visitor must be marked private.
 */
export function sharedTtl({ status, headers }: Answer): number {
  if (status >= 500 || status === 206) return 0;
  const control = String(headers['cache-control'] ?? '');
  if (/no-store|no-cache|private/i.test(control)) return 0;
  const age = /s-maxage=(\d+)/i.exec(control) ?? /max-age=(\d+)/i.exec(control);
  return age ? Number(age[1]) : 0;
}

const NO_REQUEST = { method: 'GET', uri: '', querystring: {}, headers: {}, cookies: {} };

/** Applies a viewer-response function; shares body and compressed forms. */
export async function asSeenByViewers(
  answer: Answer,
  adapt: (event: ViewerResponseEvent) => EdgeResponse | Promise<EdgeResponse>,
): Promise<Answer> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, { value: String(value) }]),
  );
  const event = { viewer: { ip: '' }, request: NO_REQUEST, response: { statusCode: answer.status, headers } };
  const seen = await adapt(event);
  const cookies = Object.entries(seen.cookies ?? {}).map(
    ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
  );
  return {
    ...answer,
    headers: {
      ...Object.fromEntries(Object.entries(seen.headers).map(([name, { value }]) => [name, value])),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
  };
}
