/*
 * Maps a path to an origin: the behaviours of the distribution, in order; the first matching pattern wins
 * (docs/decisions/one-origin.md). `*` matches any characters, as in CloudFront.
 */

export type Behaviour =
  | 'site'
  | 'images'
  | 'og'
  | 'public-api'
  | 'api'
  | 'live'
  | 'zero'
  | 'usage'
  | 'errors'
  | 'page'
  | 'own-page';

export const BEHAVIOURS: ReadonlyArray<{ pattern: string; behaviour: Behaviour }> = [
  { pattern: '/assets/*', behaviour: 'site' },
  { pattern: '/locales/*', behaviour: 'site' },
  { pattern: '/theme.js', behaviour: 'site' },
  { pattern: '/start.js', behaviour: 'site' },
  { pattern: '/keep-images.js', behaviour: 'site' },
  { pattern: '/site-code.js', behaviour: 'site' },
  { pattern: '/sw.js', behaviour: 'site' },
  { pattern: '/gallery-sw.js', behaviour: 'site' },
  { pattern: '/workbox-*.js', behaviour: 'site' },
  { pattern: '/icon.svg', behaviour: 'site' },
  { pattern: '/landing.jpg', behaviour: 'site' },
  { pattern: '/licences.txt', behaviour: 'site' },
  { pattern: '/favicon.ico', behaviour: 'site' },
  // The only path below images that belongs to the API (core/api/images.ts).
  { pattern: '/api/images/token', behaviour: 'api' },
  { pattern: '/api/images/*', behaviour: 'images' },
  { pattern: '/api/fonts/*', behaviour: 'og' },
  { pattern: '/api/logos/*', behaviour: 'og' },
  { pattern: '/api/p/*', behaviour: 'public-api' },
  { pattern: '/api/*', behaviour: 'api' },
  { pattern: '/ws', behaviour: 'live' },
  { pattern: '/og/*', behaviour: 'og' },
  { pattern: '/site/*', behaviour: 'og' },
  { pattern: '/zero/*', behaviour: 'zero' },
  // Other groups of studios; a deployment names each that it has (stacks/web/behaviours.ts).
  { pattern: '/zero-*', behaviour: 'zero' },
  // Third parties through our own origin, after consent: PostHog and Sentry (web/lib/reporting).
  { pattern: '/pulse/e/', behaviour: 'usage' },
  { pattern: '/pulse/errors', behaviour: 'errors' },
  { pattern: '*', behaviour: 'page' },
];

/**
 * Patterns that also exist on a studio's own domain. Back office, its sync socket and every other endpoint are absent there:
 * their paths are pages, and the page function knows none of them.
 */
const TENANT_PATTERNS = [
  '/assets/*',
  '/locales/*',
  '/theme.js',
  '/start.js',
  '/keep-images.js',
  '/site-code.js',
  '/gallery-sw.js',
  '/icon.svg',
  '/favicon.ico',
  '/site/*',
  '/api/fonts/*',
  '/api/logos/*',
  '/api/images/*',
  '/api/p/*',
  '/ws',
  '/og/*',
];

/** The behaviours of studios' own domains, in order. An invitation is accepted and renewed where its page is. */
export const TENANT_BEHAVIOURS: ReadonlyArray<{ pattern: string; behaviour: Behaviour }> = [
  { pattern: '/api/auth/verify-invite', behaviour: 'api' as Behaviour },
  { pattern: '/api/auth/renew-invite', behaviour: 'api' as Behaviour },
].concat(
  BEHAVIOURS.filter((one) => TENANT_PATTERNS.indexOf(one.pattern) >= 0),
  { pattern: '*', behaviour: 'own-page' },
);

/** Values of `Cross-Origin-Resource-Policy`. */
export const RESOURCE_POLICIES = ['same-origin', 'cross-origin'] as const;
export type ResourcePolicy = (typeof RESOURCE_POLICIES)[number];

/**
 * Returns the resource policy of a behaviour's responses. Public objects may be shown by any origin: mail programs show
 * logos within their own page, and other sites show pictures of shared links.
 */
export const resourcePolicy = (behaviour: Behaviour): ResourcePolicy =>
  behaviour === 'og' ? 'cross-origin' : 'same-origin';

const READ_METHODS = ['GET', 'HEAD'] as const;
const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'] as const;

/**
 * Allowed methods per behaviour, in CloudFront's predefined sets. CloudFront refuses others with 403 before any
 * function runs, and allows no write methods for a behaviour with origin failover.
 */
export const METHODS: Readonly<Record<Behaviour, readonly string[]>> = {
  site: READ_METHODS,
  images: READ_METHODS,
  og: READ_METHODS,
  'public-api': ALL_METHODS,
  api: ALL_METHODS,
  live: READ_METHODS,
  zero: READ_METHODS,
  // CloudFront has no smaller set with POST; the edge function refuses the others.
  usage: ALL_METHODS,
  errors: ALL_METHODS,
  page: READ_METHODS,
  'own-page': READ_METHODS,
};

/** @param path as in the request line, without the query */
export function findBehaviour(path: string): Behaviour {
  return findIn(BEHAVIOURS, path);
}

/** Returns the behaviour of a path on a studio's own domain. */
export function findTenantBehaviour(path: string): Behaviour {
  return findIn(TENANT_BEHAVIOURS, path);
}

function findIn(table: typeof BEHAVIOURS, path: string): Behaviour {
  for (let i = 0; i < table.length; i++) {
    if (matchesPattern(table[i]!.pattern, path)) return table[i]!.behaviour;
  }
  return 'page';
}

function matchesPattern(pattern: string, path: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === path;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  if (path.length < head.length + tail.length) return false;
  return path.slice(0, head.length) === head && path.slice(path.length - tail.length) === tail;
}
