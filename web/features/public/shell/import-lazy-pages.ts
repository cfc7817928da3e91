import { importTwice } from '#web/lib/browser/outdated-page.ts';

export const importLazyPages = () => importTwice(() => import('./lazy-pages.tsx'));
