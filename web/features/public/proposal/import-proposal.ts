import { importTwice } from '#web/lib/browser/outdated-page.ts';

/** Loads the page of a proposal as one script (docs/decisions/public-pages.md). */
export const importProposal = () => importTwice(() => import('./proposal-route.tsx'));
