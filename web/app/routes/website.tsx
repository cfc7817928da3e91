import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { paths } from '#web/lib/paths.ts';
import { requireCapability } from '../route-guard.tsx';

// Lazy: the renderer and the editor are a good part of the back office's script, and few visits need them.
const importPublishing = () => importTwice(() => import('#web/features/site/publish/publish-button.tsx'));

const PagesPage = lazy(async () => {
  const [{ PagesPage: Page }, { PublishButton }] = await Promise.all([
    importTwice(() => import('#web/features/site/pages/pages-page.tsx')),
    importPublishing(),
  ]);
  return { default: () => <Page publish={<PublishButton />} /> };
});

const EditorPage = lazy(async () => {
  const [{ EditorPage: Page }, { PublishButton }] = await Promise.all([
    importTwice(() => import('#web/features/site/editor/editor-page.tsx')),
    importPublishing(),
  ]);
  return { default: () => <Page publish={<PublishButton />} /> };
});

const LooksPage = lazy(async () => {
  const { LooksPage: component } = await importTwice(() => import('#web/features/site/start/looks-page.tsx'));
  return { default: component };
});

/** Routes of the studio's website. */
export const websiteRoutes: RouteObject[] = [
  { path: paths.website, element: requireCapability('site.write', <PagesPage />) },
  { path: paths.siteLooks, element: requireCapability('site.write', <LooksPage />) },
  { path: paths.sitePage, element: requireCapability('site.write', <EditorPage />) },
];
