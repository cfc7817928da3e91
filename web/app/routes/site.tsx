import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';

// Lazy: the renderer and the editor are a good part of the back office's script, and few visits need them.
const PagesPage = lazy(async () => {
  const { PagesPage: component } = await importTwice(() => import('#web/features/site/pages/pages-page.tsx'));
  return { default: component };
});

const EditorPage = lazy(async () => {
  const { EditorPage: component } = await importTwice(() => import('#web/features/site/editor/editor-page.tsx'));
  return { default: component };
});

const LooksPage = lazy(async () => {
  const { LooksPage: component } = await importTwice(() => import('#web/features/site/start/looks-page.tsx'));
  return { default: component };
});

const ReleasesPage = lazy(async () => {
  const { ReleasesPage: component } = await importTwice(() => import('#web/features/site/publish/releases-page.tsx'));
  return { default: component };
});

/** Routes of the studio's website. */
export const siteRoutes: RouteObject[] = [
  { path: paths.site, element: requireCapability('site.write', <PagesPage />) },
  { path: paths.siteLooks, element: requireCapability('site.write', <LooksPage />) },
  { path: paths.siteReleases, element: requireCapability('site.write', <ReleasesPage />) },
  { path: paths.sitePage, element: requireCapability('site.write', <EditorPage />) },
];
