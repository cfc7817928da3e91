import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { displayStatus } from '#core/domain/galleries.ts';
import { MAX_PERMITTED_PHOTOS } from '#core/domain/site-pictures.ts';
import { queries } from '#core/zero/queries.ts';
import { useNow } from '#web/lib/format/use-now.ts';

/** A photo of the website, with its gallery and the studio's decision about it. */
export type SitePhotoRow = QueryRowType<typeof queries.site.photos>;

export interface PhotoPermissions {
  /** Photos that the website may not show: publishing refuses them. */
  missing: readonly SitePhotoRow[];
  /** Photos that it may show because the studio said so. */
  permitted: readonly SitePhotoRow[];
  isComplete: boolean;
}

/** Returns which of these photos need a permission, and which have one. */
export function usePhotoPermissions(photoIds: readonly string[]): PhotoPermissions {
  const now = useNow();
  const ids = useMemo(() => [...new Set(photoIds)].toSorted().slice(0, MAX_PERMITTED_PHOTOS), [photoIds]);
  const [photos, { type }] = useQuery(ids.length > 0 && queries.site.photos({ ids }));
  return useMemo(
    () => ({
      missing: (photos ?? []).filter((photo) => !(photo.sitePermission?.isPermitted ?? isPublic(photo, now))),
      permitted: (photos ?? []).filter((photo) => photo.sitePermission?.isPermitted),
      isComplete: ids.length === 0 || type === 'complete',
    }),
    [photos, type, now, ids],
  );
}

/** True while everybody may find the photo's gallery. A gallery in the trash has no photos to decide about. */
function isPublic({ gallery }: SitePhotoRow, now: number): boolean {
  if (!gallery || gallery.deletedAt !== null) return true;
  return gallery.visibility === 'public' && displayStatus(gallery, now) === 'published';
}
