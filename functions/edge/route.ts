/*
 * Maps a path to an origin: the behaviours of the distribution, in order; the first matching pattern wins
 * (design/infrastructure.md). `*` matches any characters, as in CloudFront.
 */

export type Behaviour = 'site' | 'images' | 'og' | 'public-api' | 'api' | 'zero' | 'page';

export const BEHAVIOURS: ReadonlyArray<{ pattern: string; behaviour: Behaviour }> = [
  { pattern: '/assets/*', behaviour: 'site' },
  { pattern: '/locales/*', behaviour: 'site' },
  { pattern: '/theme.js', behaviour: 'site' },
  { pattern: '/start.js', behaviour: 'site' },
  { pattern: '/keep-images.js', behaviour: 'site' },
  { pattern: '/sw.js', behaviour: 'site' },
  { pattern: '/gallery-sw.js', behaviour: 'site' },
  { pattern: '/workbox-*.js', behaviour: 'site' },
  { pattern: '/icon.svg', behaviour: 'site' },
  { pattern: '/robots.txt', behaviour: 'site' },
  { pattern: '/favicon.ico', behaviour: 'site' },
  // The only path below images that belongs to the API (core/api/images.ts).
  { pattern: '/api/images/token', behaviour: 'api' },
  { pattern: '/api/images/*', behaviour: 'images' },
  { pattern: '/api/p/*', behaviour: 'public-api' },
  { pattern: '/api/*', behaviour: 'api' },
  { pattern: '/og/*', behaviour: 'og' },
  { pattern: '/zero/*', behaviour: 'zero' },
  { pattern: '*', behaviour: 'page' },
];

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
  zero: READ_METHODS,
  page: READ_METHODS,
};

/** @param path as in the request line, without the query */
export function findBehaviour(path: string): Behaviour {
  for (let i = 0; i < BEHAVIOURS.length; i++) {
    if (matchesPattern(BEHAVIOURS[i]!.pattern, path)) return BEHAVIOURS[i]!.behaviour;
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
