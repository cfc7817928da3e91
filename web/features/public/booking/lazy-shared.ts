import { lazy } from 'react';

/*
 * Components shared by booking and other lazy pages. Import them lazily too: a static import from two chunks would move
 * them into the first chunk, which every visitor loads (vite.config.ts, `page-parts`).
 */
export const ContactList = lazy(async () => ({ default: (await import('../shell/contact-list.tsx')).ContactList }));
export const NotFoundPage = lazy(async () => ({ default: (await import('../shell/not-found-page.tsx')).NotFoundPage }));
