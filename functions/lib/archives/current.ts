import { AppError } from '#core/domain/errors.ts';
import type { Queryable } from '../db.ts';
import { IS_VISIBLE } from '../public-gallery.ts';

/** Members are given whatever is ready, visitors what they are shown. */
const VISIBLE_PHOTOS = { visitor: IS_VISIBLE, member: `p.status = 'ready' and p.deleted_at is null` } as const;
export type Audience = keyof typeof VISIBLE_PHOTOS;

/**
 * Holds an archive against its gallery as it is now: it may hold what was hidden or thrown away since, an original that
 * was replaced, or a picture from before the gallery had its mark.
 */
export async function isUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<boolean> {
  const [row] = await db.query<{ outdated: boolean }>(
    `select exists (select from jsonb_array_elements(a.entries) e where not exists (
       select from photos p
       where p.id = e ->> 'photoId' and p.account_id = a.account_id and p.gallery_id = a.gallery_id
         and ${VISIBLE_PHOTOS[audience]}
         and case a.size when 'original' then p.original_key = e ->> 'key' else p.file_id = e ->> 'fileId' end
     )) as outdated
     from archives a where a.id = $1`,
    [archiveId],
  );
  return row?.outdated !== true;
}

/** @throws AppError `archive_outdated` */
export async function assertUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<void> {
  if (!(await isUpToDate(db, archiveId, audience))) throw new AppError('archive_outdated');
}
