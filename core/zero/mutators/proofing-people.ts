import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { MAX_GALLERY_PEOPLE, MAX_MERGED_PEOPLE, personDetails } from '../../domain/galleries/proofing.ts';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import type { Ctx } from '../context.ts';
import { lockRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { mergeKnownPeople, mergePeopleRows } from './merge-people.ts';

const merge = z
  .strictObject({ galleryId, keepId: rowId, mergeIds: z.array(rowId).min(1).max(MAX_MERGED_PEOPLE) })
  .refine(({ keepId, mergeIds }) => !mergeIds.includes(keepId), { path: ['mergeIds'] });

const removal = z.strictObject({ galleryId, ids: z.array(rowId).min(1).max(MAX_GALLERY_PEOPLE) });

/** People who choose in a gallery. */
export const personMutators = {
  /** Sets the name that the studio and the partners of a list see. */
  renamePerson: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, name: personDetails.shape.name.min(1) }),
    async ({ tx, ctx, args, now }) => {
      await ownRow(tx, ctx, 'galleryPeople', args.id);
      await tx.mutate.galleryPeople.update({ id: args.id, name: args.name, updatedAt: now });
    },
  ),

  /**
   * Merges people who are one: their picks, lists, comments, rounds and browsers become the kept person's. The
   * invitation of a merged person ends, and its links open the kept one. Final.
   */
  mergePeople: studioMutator('galleries.share', merge, async ({ tx, ctx, args, now }) => {
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    if (tx.location === 'client') return mergeKnownPeople(tx, ctx, args, now);
    const sql = { query: async (text: string, values: unknown[]) => [...(await tx.dbTransaction.query(text, values))] };
    await mergePeopleRows(sql, { accountId: ctx.accountId, ...args }, now);
  }),

  /** Deletes guests, with what they chose and wrote; who chooses again afterwards is a new guest. Final. */
  removeGuests: studioMutator('galleries.share', removal, async ({ tx, ctx, args }) => {
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    if (tx.location === 'client') return removeKnownGuests(tx, ctx, args);
    const sql = { query: async (text: string, values: unknown[]) => [...(await tx.dbTransaction.query(text, values))] };
    await removeGuestRows(sql, { accountId: ctx.accountId, ...args });
  }),
};

interface Sql {
  query: (text: string, values: unknown[]) => Promise<readonly unknown[]>;
}

interface GuestRemoval {
  accountId: string;
  galleryId: string;
  ids: readonly string[];
}

/**
 * Deletes guests of one gallery on the server, with their lists, picks and comments.
 * @throws AppError `not_found` for a person of another gallery, `validation_failed` for one with an invitation
 */
async function removeGuestRows(sql: Sql, { accountId, galleryId, ids }: GuestRemoval): Promise<void> {
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
async function removeKnownGuests(
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
