import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { EdgeRequest, EdgeRuntime } from '#functions/edge/event.ts';
import { IMAGE_TOKEN_KEYS } from '#functions/edge/image-request.ts';
import { endToEnd } from './answer.ts';
import { EdgeCache } from './cache.ts';
import { Zone } from '#local/dns/zone.ts';
import type { EdgeOptions, TenantOptions } from './options.ts';
import { TenantStore } from './tenants.ts';
import { headersOf } from './viewer-event.ts';

/** Small, since the whole stack shares one machine; evicted renditions are still in the bucket. */
const CACHE_BYTES = 48 * 1024 * 1024;

/** State shared by all behaviours. */
export interface EdgeContext {
  options: EdgeOptions;
  runtime: EdgeRuntime;
  cache: EdgeCache;
  /** Null for a distribution without own domains, and within a tenant. */
  tenants: TenantsState | null;
  isTenant: boolean;
}

export interface TenantsState {
  options: TenantOptions;
  store: TenantStore;
  zone: Zone;
  /** Caches by hostname, so that a purge of one tenant keeps the others' caches. */
  caches: Map<string, EdgeCache>;
}

export function createContext(options: EdgeOptions): EdgeContext {
  const now = options.now ?? Date.now;
  return {
    options,
    runtime: createRuntime(options, now),
    cache: new EdgeCache(options.cacheBytes ?? CACHE_BYTES, now),
    tenants: options.tenants ? createTenants(options.tenants) : null,
    isTenant: false,
  };
}

/** Addresses of the target: this machine, for IPv4 and IPv6. */
function createTenants(options: TenantOptions): TenantsState {
  const { target: name, folder } = options;
  const fixed = [
    { name, type: 'A', value: '127.0.0.1' },
    { name, type: 'AAAA', value: '::1' },
  ] as const;
  const [store, zone] = folder
    ? [new TenantStore(join(folder, 'tenants.json')), new Zone(fixed, join(folder, 'dns.json'))]
    : [new TenantStore(), new Zone(fixed)];
  return { options, store, zone, caches: new Map() };
}

/** Returns the context of a tenant: a cache of its own. */
export function tenantContext(context: EdgeContext, hostname: string): EdgeContext {
  const { options, runtime, tenants } = context;
  let cache = tenants!.caches.get(hostname);
  if (!cache) {
    cache = new EdgeCache(options.cacheBytes ?? CACHE_BYTES, options.now ?? Date.now);
    tenants!.caches.set(hostname, cache);
  }
  return { options, runtime, cache, tenants: null, isTenant: true };
}

/**
 * Returns the context of the request's host: the distribution's own, or that of a tenant with a certificate. CloudFront
 * answers 421 or 403 to other names.
 */
export function contextOf(context: EdgeContext, { headers }: IncomingMessage): EdgeContext | null {
  const { options, tenants } = context;
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const tenant = tenants?.store.findHost(host);
  if (tenant) return tenant.isActive && tenant.isEnabled ? tenantContext(context, host) : null;
  return !options.hosts || options.hosts.includes(host) ? context : null;
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
