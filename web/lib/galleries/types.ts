import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A gallery as the list has it: with client, counts and cover. */
export type GalleryListRow = QueryRowType<typeof queries.galleries.list>;
/** A gallery as its own page has it. */
export type GalleryRow = NonNullable<QueryRowType<typeof queries.galleries.byId>>;
export type GrantRow = QueryRowType<typeof queries.galleries.grants>;

export type GalleryTab = 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity';

/** Addresses that a gallery's pages lead to; `web/app` knows them. */
export interface GalleryPlaces {
  galleries: string;
  presets: string;
  watermarks: string;
  galleryHref: (galleryId: string, tab?: GalleryTab) => string;
}

export interface TabProps {
  gallery: GalleryRow;
  places: GalleryPlaces;
}
