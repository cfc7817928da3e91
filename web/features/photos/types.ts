import type { QueryRowType } from '@rocicorp/zero';
import type { Rotation } from '#core/domain/photos/photos.ts';
import type { queries } from '#core/zero/queries.ts';

export type PhotoRow = QueryRowType<typeof queries.galleries.photos>;

/** Returns the degrees clockwise by which the current rendition must still be rotated; 0 once it is rendered again. */
export function pendingRotation({
  rotation,
  renderedRotation,
}: Pick<PhotoRow, 'rotation' | 'renderedRotation'>): Rotation {
  return ((rotation - renderedRotation + 360) % 360) as Rotation;
}

/** Returns width divided by height as displayed, after rotation; 3:2 until the photo is processed. */
export function displayRatio(photo: Pick<PhotoRow, 'width' | 'height' | 'rotation' | 'renderedRotation'>): number {
  if (!photo.width || !photo.height) return 3 / 2;
  const keepsOrientation = pendingRotation(photo) % 180 === 0;
  return keepsOrientation ? photo.width / photo.height : photo.height / photo.width;
}

/** Groups photos by a key, in order of appearance. */
export function groupBy<Key, Photo>(photos: readonly Photo[], keyOf: (photo: Photo) => Key): Map<Key, Photo[]> {
  const groups = new Map<Key, Photo[]>();
  for (const photo of photos) {
    const group = groups.get(keyOf(photo));
    if (group) group.push(photo);
    else groups.set(keyOf(photo), [photo]);
  }
  return groups;
}

export const toIds = (photos: readonly { id: string }[]): string[] => photos.map(({ id }) => id);
