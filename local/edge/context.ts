import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EdgeRequest, EdgeRuntime } from '#functions/edge/event.ts';
import { IMAGE_TOKEN_KEYS } from '#functions/edge/image-request.ts';
import { endToEnd } from './answer.ts';
import { EdgeCache } from './cache.ts';
import type { EdgeOptions } from './options.ts';
import { headersOf } from './viewer-event.ts';

/** Modest, since the whole stack shares one machine; renditions that fall out lie in the bucket still. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** What behaviours share. */
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

/** The edge functions' runtime: a KeyValueStore of one key, and Node's HMAC in the place of CloudFront's. */
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
  };
}

/**
 * Headers of a request to the functions: the viewer's without those of its connection, and the distribution's secret
 * in the place of whatever a viewer sent under that name.
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
