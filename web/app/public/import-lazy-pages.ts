import { lazy } from 'react';
import { importTwice } from '#web/lib/browser/outdated-page.ts';

export const importLazyPages = () => importTwice(() => import('./lazy-pages.tsx'));

export const NotFoundPage = lazy(async () => ({ default: (await importLazyPages()).NotFoundPage }));
