import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** Paths that the home screen links to; `web/app` supplies them. */
export interface HomePlaces {
  newGallery: string;
  galleries: string;
  settings: string;
  newSession: string;
  newCustomer: string;
  scheduling: string;
  sessionTypes: string;
  payments: string;
  team: string;
  galleryHref: (galleryId: string, tab?: 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity') => string;
  sessionHref: (sessionId: string) => string;
}

export type HomeGallery = QueryRowType<typeof queries.galleries.list>;
export type HomeSession = QueryRowType<typeof queries.sessions.range>;
