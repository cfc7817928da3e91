import type { RouteObject } from 'react-router-dom';
import { ReleasesPage } from '#web/features/site/publish/releases-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';

/** Routes of the website's releases. */
export const publishingRoutes: RouteObject[] = [
  { path: paths.websiteReleases, element: requireCapability('site.write', <ReleasesPage />) },
];
