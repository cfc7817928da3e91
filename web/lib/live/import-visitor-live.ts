import { importTwice } from '../browser/outdated-page.ts';

/** Loads the connection: a chunk of its own, which only pages with something live need. */
export const importVisitorLive = () => importTwice(() => import('./visitor-live.ts'));
