import { AppError } from '#core/domain/values/errors.ts';
import type { ContentPage } from '#core/domain/site/site.ts';
import { type Queryable, timestamp } from '../../platform/db/database.ts';
import { isAllowed, WITH_DECISION } from './showable.ts';
import { pickedPhotos } from './wanted.ts';

/** Photos that a refusal names. */
const NAMED_PHOTOS = 5;

/**
 * Refuses pages with photos that strangers may not see: their gallery is not public any more, and no member recorded a
 * permission. Photos in the trash, and of galleries that an operator blocked, are simply absent from the site.
 * @throws AppError `site_photos_private`, with the photos' names and ids
 */
export async function assertPhotosAllowed(
  sql: Queryable,
  accountId: string,
  pages: readonly ContentPage[],
  now: number,
): Promise<void> {
  const rows = await sql.query<{ id: string; filename: string }>(
    `select p.id, p.filename from photos p ${WITH_DECISION}
     where p.account_id = $1 and p.id = any ($2::text[]) and p.deleted_at is null and g.deleted_at is null
       and g.held_at is null
       and not (${isAllowed('$3')}) order by p.filename, p.id`,
    [accountId, [...new Set(pages.flatMap(pickedPhotos))], timestamp(now)],
  );
  if (rows.length === 0) return;
  const names = rows.slice(0, NAMED_PHOTOS).map(({ filename }) => filename);
  throw new AppError('site_photos_private', {
    field: 'pageIds',
    count: rows.length,
    photos: [...names, ...(rows.length > names.length ? ['…'] : [])].join(', '),
    photoIds: rows.map(({ id }) => id),
  });
}

/**
 * Takes the photos of erased clients' galleries off the website, also those of public galleries. Call it while the
 * galleries still name their client. Returns the number of photos.
 */
export async function refuseClientPhotos(
  sql: Queryable,
  accountId: string,
  customerIds: readonly string[],
  now: number,
): Promise<number> {
  const refused = await sql.query(
    `insert into site_photo_permissions as m (photo_id, account_id, is_permitted, decided_by, decided_at)
     select p.id, p.account_id, false, null, $3 from photos p
       join galleries g on g.account_id = p.account_id and g.id = p.gallery_id
     where p.account_id = $1 and g.customer_id = any ($2::text[]) order by p.id
     on conflict (photo_id) do update
       set is_permitted = false, decided_by = null, decided_at = excluded.decided_at where m.account_id = $1
     returning photo_id`,
    [accountId, customerIds, timestamp(now)],
  );
  return refused.length;
}
