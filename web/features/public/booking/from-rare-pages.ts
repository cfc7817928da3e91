import { lazy } from 'react';
import { importRarePages } from '../import-rare-pages.ts';

/*
 * What booking shares with other rare pages. Fetched like them: whatever two scripts of the public pages import
 * statically would become a part of the first one, which everybody waits for (vite.config.ts, `page-parts`).
 */
export const ContactList = lazy(async () => ({ default: (await importRarePages()).ContactList }));
export const NotFoundPage = lazy(async () => ({ default: (await importRarePages()).NotFoundPage }));
