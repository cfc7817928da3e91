import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type TrashedGallery = QueryRowType<typeof queries.galleries.trashed>;
/** With its gallery, which is not in the trash itself. */
export type TrashedPhoto = QueryRowType<typeof queries.galleries.trashedPhotos>;
