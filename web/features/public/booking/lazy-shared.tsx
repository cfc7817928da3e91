import { lazy } from 'react';
import type { ContactListProps } from '../shell/contact-list.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { LazyPart } from '../shell/lazy-part.tsx';

/*
 * Components shared by booking and other lazy pages. Import them lazily too: a static import from two chunks would move
 * them into the first chunk, which every visitor loads (vite.config.ts, `page-parts`).
 */
const importContactList = () => import('../shell/contact-list.tsx');
export const NotFoundPage = lazy(async () => ({
  default: (await importTwice(() => import('../shell/not-found-page.tsx'))).NotFoundPage,
}));

/** The studio's contact details; nothing if their script does not load, so that the booking stays on the screen. */
export function ContactList(props: ContactListProps) {
  return (
    <LazyPart load={importContactList} wanted={false}>
      {({ ContactList: List }) => <List {...props} />}
    </LazyPart>
  );
}
