import { matchPath } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';

/** Returns the route of a path without its ids: `/app/galleries/:galleryId`. The table has fixed paths before patterns. */
export function routePattern(pathname: string): string {
  return Object.values(paths).find((pattern) => matchPath(pattern, pathname)) ?? '/app/*';
}
