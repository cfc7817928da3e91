import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../own-rows.ts';

interface Sql {
  query: (text: string, values: unknown[]) => Promise<readonly unknown[]>;
}

export interface GuestRemoval {
  accountId: string;
  galleryId: string;
  ids: readonly string[];
}

/**
 * Deletes guests of one gallery on the server, with their lists, picks and comments.
 * @throws AppError `not_found` for a person of another gallery, `validation_failed` for one with an invitation
 */
export async function removeGuestRows(sql: Sql, { accountId, galleryId, ids }: GuestRemoval): Promise<void> {
  // Lists before people, as in a pick: its list is locked before its foreign keys lock the person.
  await sql.query(
    'select from pick_lists where account_id = $1 and gallery_id = $2 and owner_person_id = any($3) order by id for update',
    [accountId, galleryId, ids],
  );
  const people = (await sql.query(
    `select id, role from gallery_people where account_id = $1 and gallery_id = $2 and id = any($3)
     order by id for update`,
    [accountId, galleryId, ids],
  )) as { id: string; role: string }[];
  if (people.length !== new Set(ids).size) throw new AppError('not_found', { field: 'ids' });
  if (people.some(({ role }) => role !== 'guest')) throw new AppError('validation_failed', { field: 'ids' });
  await sql.query('delete from gallery_people where id = any($1)', [ids]);
}

/** Deletes the rows that the browser has. */
export async function removeKnownGuests(
  tx: Transaction,
  ctx: Ctx,
  { galleryId, ids }: Omit<GuestRemoval, 'accountId'>,
): Promise<void> {
  const inGallery = ownRows(ctx, 'picks').where('galleryId', galleryId);
  for (const { listId, photoId, personId } of await tx.run(inGallery.where('personId', 'IN', ids)))
    await tx.mutate.picks.delete({ listId, photoId, personId });
  const owned = ownRows(ctx, 'pickLists').where('ownerPersonId', 'IN', ids);
  for (const { id } of await tx.run(owned)) await tx.mutate.pickLists.delete({ id });
  const written = ownRows(ctx, 'photoComments').where('personId', 'IN', ids);
  for (const { id } of await tx.run(written)) await tx.mutate.photoComments.delete({ id });
  for (const id of ids) await tx.mutate.galleryPeople.delete({ id });
}
