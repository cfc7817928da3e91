import { lazy, Suspense } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import type { ContactListProps } from '../shell/contact-list.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';

/*
 * Components shared by booking and other lazy pages. Import them lazily too: a static import from two chunks would move
 * them into the first chunk, which every visitor loads (vite.config.ts, `page-parts`).
 */
const LazyContactList = lazy(async () => ({
  default: (await importTwice(() => import('../shell/contact-list.tsx'))).ContactList,
}));
const LazyPortrait = lazy(async () => ({
  default: (await importTwice(() => import('../shell/studio-photo.tsx'))).Portrait,
}));
export const NotFoundPage = lazy(async () => ({
  default: (await importTwice(() => import('../shell/not-found-page.tsx'))).NotFoundPage,
}));

/** The studio's contact details; nothing if their script does not load, so that the booking stays on the screen. */
export function ContactList(props: ContactListProps) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <LazyContactList {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The photographer's portrait; nothing if its script does not load. */
export function Portrait({ studio }: { studio: PublicStudio }) {
  if (!studio.profilePhoto) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <LazyPortrait studio={studio} />
      </Suspense>
    </ErrorBoundary>
  );
}
