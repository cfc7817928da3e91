import { lazy } from 'react';

/*
 * What booking shares with other rare pages. Fetched like them: whatever two scripts of the public pages import
 * statically would become a part of the first one, which everybody waits for (vite.config.ts, `page-parts`).
 */
export const ContactList = lazy(async () => ({ default: (await import('../shell/contact-list.tsx')).ContactList }));
export const NotFoundPage = lazy(async () => ({ default: (await import('../shell/not-found-page.tsx')).NotFoundPage }));
