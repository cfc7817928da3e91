import { AppError } from '#core/domain/values/errors.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Two people of one gallery. */
interface Merge {
  accountId: string;
  galleryId: string;
  /** A guest, who then is gone. */
  fromId: string;
  intoId: string;
}

/**
 * Merges a guest into another person: browsers, lists, picks and comments. Where both have an opinion on a photo, the
 * other person's stays. An invited person cannot be merged away, because the invitation is theirs.
 * @throws AppError `not_found`
 */
export async function mergePeople(tx: Queryable, { accountId, galleryId, fromId, intoId }: Merge): Promise<void> {
  const people = await tx.query<{ id: string; role: string }>(
    `select id, role from gallery_people where account_id = $1 and gallery_id = $2 and id in ($3, $4)
     order by id for update`,
    [accountId, galleryId, fromId, intoId],
  );
  if (people.length !== 2 || people.find(({ id }) => id === fromId)?.role !== 'guest') throw new AppError('not_found');
  const lists = await tx.query<{ id: string; ownerId: string; isDefault: boolean }>(
    `select id, owner_person_id as "ownerId", is_default as "isDefault" from pick_lists
     where account_id = $1 and gallery_id = $2 and owner_person_id in ($3, $4) order by id for no key update`,
    [accountId, galleryId, fromId, intoId],
  );
  const from = lists.find(({ ownerId, isDefault }) => isDefault && ownerId === fromId);
  const into = lists.find(({ ownerId, isDefault }) => isDefault && ownerId === intoId);
  if (from && into) {
    await tx.query(
      `insert into picks (list_id, photo_id, person_id, account_id, gallery_id, state, rating, label, at)
       select $2, photo_id, $3, account_id, gallery_id, state, rating, label, at from picks where list_id = $1
       on conflict do nothing`,
      [from.id, into.id, intoId],
    );
    await tx.query('update photo_comments set list_id = $2 where list_id = $1', [from.id, into.id]);
    await tx.query('delete from pick_lists where id = $1', [from.id]);
    await tx.query('update pick_lists set version = version + 1 where id = $1', [into.id]);
  }
  await tx.query('update pick_lists set owner_person_id = $2, version = version + 1 where owner_person_id = $1', [
    fromId,
    intoId,
  ]);
  for (const table of ['picks', 'photo_comments', 'pick_rounds', 'visitor_people'])
    await tx.query(`update ${table} set person_id = $2 where person_id = $1`, [fromId, intoId]);
  // Name and address only where the person has none: an invited person's own are not replaced.
  await tx.query(
    `update gallery_people p set name = case when p.name = '' then f.name else p.name end,
       email = case when p.email = '' then f.email else p.email end
     from gallery_people f where p.id = $2 and f.id = $1`,
    [fromId, intoId],
  );
  await tx.query('delete from gallery_people where id = $1', [fromId]);
}
