import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

export type PhotoRow = QueryRowType<typeof queries.galleries.photos>;

/** Width to height; a usual one until the picture has been read. */
export function ratioOf(photo: Pick<PhotoRow, 'width' | 'height'>): number {
  return photo.width && photo.height ? photo.width / photo.height : 3 / 2;
}
