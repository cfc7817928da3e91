import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { formatLocation, locationChanges, MAX_LOCATIONS, newLocation } from '../../domain/sessions/locations.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

async function insert(tx: Transaction, ctx: Ctx, location: z.infer<typeof newLocation>, now: number): Promise<void> {
  await assertNew(tx, ctx, 'locations', location.id);
  const present = await tx.run(ownRows(ctx, 'locations'));
  if (present.length >= MAX_LOCATIONS) throw new AppError('limit_reached');
  const author = { accountId: ctx.accountId, authorId: ctx.userId };
  await tx.mutate.locations.insert({
    ...location,
    address: location.address ?? '',
    notes: location.notes ?? '',
    ...author,
    createdAt: now,
    updatedAt: now,
  });
}

const NAME_FIELDS = ['sessions', 'schedule_plans'] as const;

export const locationMutators = {
  create: studioMutator('scheduling.write', newLocation, ({ tx, ctx, args, now }) => insert(tx, ctx, args, now)),

  update: studioMutator(
    'scheduling.write',
    z.strictObject({ id: rowId, changes: locationChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      await lockRow(tx, ctx, 'locations', id);
      await tx.mutate.locations.update({ id, ...changes, updatedAt: now });
    },
  ),

  /**
   * Deletes a location. Sessions and plans that refer to it keep its name and address as text, since their clients
   * still need it.
   */
  remove: studioMutator('scheduling.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id } }) => {
    const locationText = formatLocation(await lockRow(tx, ctx, 'locations', id));
    if (tx.location === 'server') {
      for (const table of NAME_FIELDS) {
        const sql = `update ${table} set location = $3, location_id = null where account_id = $1 and location_id = $2`;
        await tx.dbTransaction.query(sql, [ctx.accountId, id, locationText]);
      }
    }
    await tx.mutate.locations.delete({ id });
  }),

  /** Undoes a deletion: sessions and plans with the location's text refer to it again. */
  restore: studioMutator('scheduling.write', newLocation, async ({ tx, ctx, args, now }) => {
    await insert(tx, ctx, args, now);
    if (tx.location === 'client') return;
    const locationText = formatLocation({ name: args.name, address: args.address ?? '' });
    for (const table of NAME_FIELDS) {
      const sql = `update ${table} set location = '', location_id = $2 where account_id = $1 and location_id is null and location = $3`;
      await tx.dbTransaction.query(sql, [ctx.accountId, args.id, locationText]);
    }
  }),
};
