import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { parseOrThrow } from '../../domain/values/primitives.ts';
import {
  LIST_TRANSITIONS,
  MAX_SELECTIONS,
  REMIND_INTERVAL_MS,
  selectionChanges,
  selectionRules,
} from '../../domain/galleries/proofing.ts';
import { assertTransition, UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import { authorise } from '../context.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertClients, lockSelection, writePeople, writePrice } from './proofing-access.ts';
import { commentMutators } from './proofing-comments.ts';
import { personMutators } from './proofing-people.ts';

const named = z.strictObject({ id: rowId });

export const proofingMutators = {
  ...personMutators,
  ...commentMutators,

  /** Sets up a selection. `notify` mails its people. A price needs `money.write`. */
  createSelection: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, galleryId, rules: selectionRules, notify: z.boolean() }),
    async ({ tx, ctx, args: { id, galleryId: gallery, rules }, now }) => {
      const { personIds, extraPrice, ...columns } = rules;
      if (extraPrice !== null) authorise(ctx, 'money.write');
      await lockRow(tx, ctx, 'galleries', gallery);
      await assertNew(tx, ctx, 'pickLists', id);
      const present = await tx.run(
        ownRows(ctx, 'pickLists').where('galleryId', gallery).where('kind', 'selection').where('deletedAt', 'IS', null),
      );
      if (present.length >= MAX_SELECTIONS) throw new AppError('limit_reached', { limit: MAX_SELECTIONS });
      await assertClients(tx, ctx, gallery, personIds ?? []);
      await tx.mutate.pickLists.insert({
        id,
        accountId: ctx.accountId,
        galleryId: gallery,
        kind: 'selection',
        isDefault: false,
        status: 'open',
        forEveryone: personIds === null,
        ...columns,
        version: 0,
        round: 0,
        createdAt: now,
        updatedAt: now,
      });
      if (personIds) await writePeople(tx, ctx, { id, galleryId: gallery }, personIds);
      if (extraPrice !== null) await writePrice(tx, ctx, id, extraPrice);
    },
  ),

  /** Changes rules of a selection. The price needs `money.write`. */
  updateSelection: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, changes: selectionChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const { personIds, extraPrice, ...columns } = changes;
      if (extraPrice !== undefined) authorise(ctx, 'money.write');
      const list = await lockSelection(tx, ctx, id);
      const { name, minCount, maxCount, includedCount, dueAt, allowAfterDue } = { ...list, ...columns };
      const merged = { name, minCount, maxCount, includedCount, dueAt, allowAfterDue };
      // Two members may have changed one of two fields that must fit together.
      parseOrThrow(selectionRules, { ...merged, extraPrice: null, personIds: null });
      await assertClients(tx, ctx, list.galleryId, personIds ?? []);
      await tx.mutate.pickLists.update({
        id,
        ...columns,
        ...(personIds === undefined ? {} : { forEveryone: personIds === null }),
        updatedAt: now,
      });
      if (personIds !== undefined) await writePeople(tx, ctx, list, personIds);
      if (extraPrice !== undefined) await writePrice(tx, ctx, id, extraPrice);
    },
  ),

  /** Opens a selection again, which keeps its rounds, or locks it. `notify` mails its people that it is open. */
  setListStatus: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, to: z.enum(['open', 'locked']), notify: z.boolean() }),
    async ({ tx, ctx, args, now }) => {
      const list = await lockSelection(tx, ctx, args.id);
      assertTransition(LIST_TRANSITIONS, list.status, args.to);
      await tx.mutate.pickLists.update({
        id: args.id,
        status: args.to,
        // Rounds keep their times: this one says what waits for the studio.
        ...(args.to === 'open' ? { submittedAt: null } : {}),
        updatedAt: now,
      });
    },
  ),

  /** Undoes locking: a selection that was submitted is so again. */
  undoLock: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    const list = await lockSelection(tx, ctx, args.id);
    if (list.status !== 'locked') throw new AppError('undo_expired');
    if (now - list.updatedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    const status = list.submittedAt === null ? 'open' : 'submitted';
    await tx.mutate.pickLists.update({ id: args.id, status, updatedAt: now });
  }),

  /** Mails the people of an open selection once more, at most once an hour. */
  remind: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    const list = await lockSelection(tx, ctx, args.id);
    if (list.status !== 'open') throw new AppError('selection_closed');
    if (list.remindedAt !== null && now - list.remindedAt < REMIND_INTERVAL_MS) throw new AppError('rate_limited');
    await tx.mutate.pickLists.update({ id: args.id, remindedAt: now, updatedAt: now });
  }),

  /** Removes a selection from clients' and the studio's screens; its rounds and charges stay stored. */
  removeList: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    await lockSelection(tx, ctx, args.id);
    await tx.mutate.pickLists.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restoreList: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    // A browser has no removed lists; the server's result brings it back.
    if (tx.location === 'client') return;
    const { deletedAt } = await lockSelection(tx, ctx, args.id, { trashed: true });
    if (deletedAt === null) return;
    if (now - deletedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    await tx.mutate.pickLists.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
