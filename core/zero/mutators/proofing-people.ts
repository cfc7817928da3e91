import { z } from 'zod';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { MAX_GALLERY_PEOPLE, MAX_MERGED_PEOPLE, personDetails } from '../../domain/galleries/proofing.ts';
import { lockRow, ownRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { mergeKnownPeople, mergePeopleRows } from './merge-people.ts';
import { removeGuestRows, removeKnownGuests } from './remove-guests.ts';

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
