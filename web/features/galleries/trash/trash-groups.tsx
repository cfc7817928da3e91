import type { QueryRowType } from '@rocicorp/zero';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { localDate } from '#core/domain/values/time.ts';
import type { queries } from '#core/zero/queries.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useNow } from '#web/lib/format/use-now.ts';

/**
 * Returns the whole days until a deleted record is erased, including today; 0 after that.
 * @param now may be earlier than the deletion: screens read the time once a minute
 */
export function daysLeft(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt + TRASH_MS - Math.max(now, deletedAt)) / DAY_MS));
}

interface Trashed {
  id: string;
  galleryId: string;
  deletedAt: number | null;
}

/** Photos deleted from one gallery on one day. */
export interface TrashGroup<P> {
  key: string;
  galleryId: string;
  /** Earliest deletion in epoch milliseconds: that photo is erased first. */
  deletedAt: number;
  photos: P[];
}

/** Groups photos by gallery and day of deletion in the studio's zone, in the given order. */
export function groupTrashedPhotos<P extends Trashed>(photos: readonly P[], zone: string): TrashGroup<P>[] {
  const groups = new Map<string, TrashGroup<P>>();
  for (const photo of photos) {
    // Restored: the row is about to leave the query.
    if (photo.deletedAt === null) continue;
    const key = `${photo.galleryId} ${localDate(photo.deletedAt, zone)}`;
    const group = groups.get(key);
    if (group) {
      group.photos.push(photo);
      group.deletedAt = Math.min(group.deletedAt, photo.deletedAt);
    } else {
      groups.set(key, { key, galleryId: photo.galleryId, deletedAt: photo.deletedAt, photos: [photo] });
    }
  }
  return [...groups.values()];
}

/** Days left below which a warning colour is shown. */
const SOON = 4;

export function DaysLeft({ deletedAt }: { deletedAt: number }) {
  const { t } = useTranslation('trash');
  const days = daysLeft(deletedAt, useNow());
  return <Tag tone={days < SOON ? 'warning' : 'neutral'}>{days > 0 ? t('left', { count: days }) : t('leftNone')}</Tag>;
}

export type TrashedGallery = QueryRowType<typeof queries.galleries.trashed>;
/** A photo with its gallery, which is not in the trash. */
export type TrashedPhoto = QueryRowType<typeof queries.galleries.trashedPhotos>;
