import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A gallery in the list: with client, counts and cover. */
export type GalleryListRow = QueryRowType<typeof queries.galleries.list>;
/** A gallery on its own page. */
export type GalleryRow = NonNullable<QueryRowType<typeof queries.galleries.byId>>;
export type GrantRow = QueryRowType<typeof queries.galleries.grants>;

export type GalleryTab = 'gallery' | 'gallerySettings' | 'galleryAccess' | 'galleryActivity';

export interface TabProps {
  gallery: GalleryRow;
}
