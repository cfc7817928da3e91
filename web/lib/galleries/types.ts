import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A gallery in the list: with client, counts and cover. */
export type GalleryListRow = QueryRowType<typeof queries.galleries.list>;
/** A gallery on its own page. */
export type GalleryRow = NonNullable<QueryRowType<typeof queries.galleries.byId>>;
export type GrantRow = QueryRowType<typeof queries.galleries.grants>;

export type GalleryTab = 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity';

/** Paths that a gallery's pages link to; `web/app` supplies them. */
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
