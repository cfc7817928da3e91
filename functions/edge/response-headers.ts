/*
 * Response headers: the policy of every behaviour, and those of the site's static files. A policy instead of a
 * function, because CloudFront runs no viewer-response function for status 400 and above, and error pages run scripts
 * too.
 */

import type { ResourcePolicy } from './route.ts';

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

export interface HeadersPolicy {
  /**
   * Other origins that pages connect to: auth, uploads, and the socket (`wss:` is not covered by 'self' in every
   * browser).
   */
  connectOrigins: readonly string[];
  /** Sign-in shows Turnstile, which needs Cloudflare's script and frame. */
  captcha: boolean;
  /** True behind TLS. HSTS on a plain origin would lock browsers out. */
  https: boolean;
  /**
   * True on the product's own host, whose subdomains are all the stage's. Below a studio's domain there may be hosts
   * without TLS that we know nothing of.
   */
  ownsSubdomains?: boolean;
  /** Whether pages and mails of other origins may show the response, as `resourcePolicy` of route.ts says. */
  resources: ResourcePolicy;
}

/**
 * Returns the headers to set on every response. They override the origin's, except for the content security policy: the
 * page function sends one that allows what its HTML has inline.
 */
export function securityHeaders(policy: HeadersPolicy): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': policy.resources,
    ...(policy.https
      ? { 'strict-transport-security': `max-age=${TWO_YEARS_S}${policy.ownsSubdomains ? '; includeSubDomains' : ''}` }
      : {}),
  };
}

/** True for headers by which storage and runtimes describe themselves. */
export function isInternalHeader(header: string): boolean {
  return header === 'server' || header === 'x-powered-by' || header.startsWith('x-amz');
}

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Returns the headers of a static file. @param path from the site's root, with its leading slash */
export function siteFileHeaders(path: string): { 'content-type': string; 'cache-control': string } {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return { 'content-type': TYPES[extension] ?? 'application/octet-stream', 'cache-control': cacheControl(path) };
}

/** File names below assets contain a content hash; other files may change with the next deployment. */
function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // A cached service worker could not be updated.
  if (path === '/sw.js' || path === '/gallery-sw.js') return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}

/** Origin of Turnstile's script and frame. */
const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com';

/** A document on which a studio's own script runs (docs/decisions/studio-code.md). */
export interface StudioScript {
  /** Hosts from which the script may load scripts, data and pictures. */
  scriptHosts: readonly string[];
}

/** Hashes of a document's inline scripts and styles as policies write them, `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

interface PagePolicy extends Pick<HeadersPolicy, 'connectOrigins' | 'captcha'>, Partial<StudioScript> {
  /** Origins of the pages that the page frames. */
  frames?: readonly string[];
  /** True where a studio's code has run: no page there registers a worker. */
  isolated?: boolean;
}

const NO_HASHES: InlineHashes = { scripts: [], styles: [] };

export function contentSecurityPolicy(
  { connectOrigins, captcha, frames = [], scriptHosts = [], isolated = false }: PagePolicy,
  inline = NO_HASHES,
): string {
  const hosts = scriptHosts.map((host) => `https://${host}`);
  const framed = captcha ? ["'self'", CAPTCHA_ORIGIN, ...frames] : frames;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline.scripts, ...(captcha ? [CAPTCHA_ORIGIN] : []), ...hosts].join(' '),
    ...(framed.length > 0 ? [`frame-src ${framed.join(' ')}`] : []),
    // Scripts add no style elements (web/lib/style-singleton.ts). The preview of a mail has style attributes, as mails
    // need them.
    ["style-src 'self'", ...inline.styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...hosts].join(' '),
    ["connect-src 'self'", ...connectOrigins, ...hosts].join(' '),
    // A video comes from storage; the uploader draws its poster from the file.
    ["media-src 'self' blob:", ...connectOrigins].join(' '),
    isolated ? "worker-src 'none'" : "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
