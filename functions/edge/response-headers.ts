/*
 * The response headers policy of every behaviour. A policy and not a function, because CloudFront runs no viewer
 * response function for answers of 400 and above, and a page that says "not found" runs scripts too.
 */

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

export interface HeadersPolicy {
  /** Origins that pages may talk to beside their own: auth, uploads, and the socket (`wss:` is not covered by 'self' everywhere). */
  connectOrigins: readonly string[];
  /** Behind TLS. A promise of TLS on a plain origin would lock the browser out of it. */
  https: boolean;
}

/** Headers to set on every answer, whatever its origin said. */
export function securityHeaders(policy: HeadersPolicy): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy.connectOrigins),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(policy.https ? { 'strict-transport-security': `max-age=${TWO_YEARS_S}` } : {}),
  };
}

/** What storage and runtimes say about themselves is nobody's business. */
export function isRevealing(header: string): boolean {
  return header === 'server' || header === 'x-powered-by' || header.startsWith('x-amz');
}

function contentSecurityPolicy(connectOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
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
