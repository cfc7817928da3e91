import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EdgeRequest, EdgeRuntime } from '#functions/edge/event.ts';
import { IMAGE_TOKEN_KEYS } from '#functions/edge/image-request.ts';
import { endToEnd } from './answer.ts';
import { EdgeCache } from './cache.ts';
import type { EdgeOptions } from './options.ts';
import { headersOf } from './viewer-event.ts';

/** Small, since the whole stack shares one machine; evicted renditions are still in the bucket. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** State shared by all behaviours. */
export interface EdgeContext {
  options: EdgeOptions;
  runtime: EdgeRuntime;
  cache: EdgeCache;
}

export function createContext(options: EdgeOptions): EdgeContext {
  const now = options.now ?? Date.now;
  return {
    options,
    runtime: createRuntime(options, now),
    cache: new EdgeCache(options.cacheBytes ?? CACHE_BYTES, now),
  };
}

/** True if the request's host is served. CloudFront answers 421 or 403 to names other than the distribution's. */
export function isServed({ options: { hosts } }: EdgeContext, { headers }: IncomingMessage): boolean {
  return !hosts || hosts.includes((headers.host ?? '').replace(/:\d+$/, '').toLowerCase());
}

/** Runtime of the edge functions: a KeyValueStore with one key, and Node's HMAC instead of CloudFront's. */
function createRuntime({ imageTokenKeys }: EdgeOptions, now: () => number): EdgeRuntime {
  const values = new Map([[IMAGE_TOKEN_KEYS, imageTokenKeys.join(' ')]]);
  return {
    store: {
      get(key) {
        const value = values.get(key);
        return value === undefined ? Promise.reject(new Error(`no such key: ${key}`)) : Promise.resolve(value);
      },
    },
    hmac: (keyHex, text) => createHmac('sha256', Buffer.from(keyHex, 'hex')).update(text).digest('hex'),
    now,
    // Browsers refuse `Secure` cookies of an address without TLS.
    https: false,
  };
}

/**
 * Returns the headers of a request to the functions: the viewer's end-to-end headers, with the distribution's secret
 * overriding a viewer's header of that name.
 */
export function functionHeaders(
  context: EdgeContext,
  viewer: IncomingMessage,
  request: EdgeRequest,
): Record<string, string> {
  const kept = endToEnd(viewer.headers);
  const headers = headersOf(request);
  const own = new Set(['x-viewer-address', 'x-viewer-host', 'x-language', 'cookie']);
  const passed = Object.entries(headers).filter(([name]) => Object.hasOwn(kept, name) || own.has(name));
  const { host: _host, 'accept-encoding': _encoding, expect: _expect, ...rest } = Object.fromEntries(passed);
  return { ...rest, 'x-origin-secret': context.options.originSecret };
}
