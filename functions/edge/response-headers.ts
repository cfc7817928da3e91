/*
 * Headers of answers: the policy of every behaviour, and those of the built site's files. A policy and not a function, because CloudFront runs no viewer
 * response function for answers of 400 and above, and a page that says "not found" runs scripts too.
 */

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

export interface HeadersPolicy {
  /** Origins that pages may talk to beside their own: auth, uploads, and the socket (`wss:` is not covered by 'self' everywhere). */
  connectOrigins: readonly string[];
  /** Signing in asks Turnstile whether somebody is a person, which is a script and a frame of Cloudflare's. */
  captcha: boolean;
  /** Behind TLS. A promise of TLS on a plain origin would lock the browser out of it. */
  https: boolean;
}

/** Headers to set on every answer, whatever its origin said. */
export function securityHeaders(policy: HeadersPolicy): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(policy.https ? { 'strict-transport-security': `max-age=${TWO_YEARS_S}` } : {}),
  };
}

/** What storage and runtimes say about themselves is nobody's business. */
export function isInternalHeader(header: string): boolean {
  return header === 'server' || header === 'x-powered-by' || header.startsWith('x-amz');
}

const TYPES: Readonly<Record<string, string>> = {
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
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** What a file of the built site says of itself. @param path from the site's root, with its leading slash */
export function siteFileHeaders(path: string): { 'content-type': string; 'cache-control': string } {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return { 'content-type': TYPES[extension] ?? 'application/octet-stream', 'cache-control': cacheControl(path) };
}

/** Names under assets carry a hash of their content; the rest may change with the next deployment. */
function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  // A service worker that is kept cannot be replaced.
  if (path === '/sw.js') return 'no-cache';
  return 'public, max-age=3600, must-revalidate';
}

/** Turnstile's script and its frame come from there, and from nowhere else. */
const CAPTCHA_ORIGIN = 'https://challenges.cloudflare.com';

function contentSecurityPolicy({ connectOrigins, captcha }: HeadersPolicy): string {
  return [
    "default-src 'self'",
    captcha ? `script-src 'self' ${CAPTCHA_ORIGIN}` : "script-src 'self'",
    ...(captcha ? [`frame-src ${CAPTCHA_ORIGIN}`] : []),
    // Toasts and scroll locks bring small style elements of their own; scripts never run inline.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
