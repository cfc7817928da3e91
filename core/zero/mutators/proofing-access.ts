import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import type { Ctx } from '../context.ts';
import { lockRow, ownRow, ownRows } from '../own-rows.ts';

/**
 * Locks and returns a selection of the caller; `trashed` also a removed one. Favourites belong to their person: the
 * studio does not change them.
 */
export async function lockSelection(tx: Transaction, ctx: Ctx, id: string, options: { trashed?: boolean } = {}) {
  const list = await lockRow(tx, ctx, 'pickLists', id, options);
  if (list.kind !== 'selection') throw new AppError('not_found');
  // A browser may lack the gallery's row.
  if (tx.location === 'server') await ownRow(tx, ctx, 'galleries', list.galleryId);
  return list;
}

/** Requires invited people of a gallery. Checked on the server only: a browser may not have them. */
export async function assertClients(
  tx: Transaction,
  ctx: Ctx,
  galleryId: string,
  ids: readonly string[],
): Promise<void> {
  if (tx.location === 'client' || ids.length === 0) return;
  const people = await tx.run(
    ownRows(ctx, 'galleryPeople').where('galleryId', galleryId).where('role', 'client').where('id', 'IN', ids),
  );
  if (people.length !== new Set(ids).size) throw new AppError('not_found', { field: 'personIds' });
}

/** Sets the people of a selection; null for everybody who is invited. */
export async function writePeople(
  tx: Transaction,
  ctx: Ctx,
  list: { id: string; galleryId: string },
  personIds: readonly string[] | null,
): Promise<void> {
  const stored = await tx.run(ownRows(ctx, 'listPeople').where('listId', list.id));
  const wanted = new Set(personIds);
  for (const { personId } of stored) {
    if (!wanted.delete(personId)) await tx.mutate.listPeople.delete({ listId: list.id, personId });
  }
  for (const personId of wanted) {
    await tx.mutate.listPeople.insert({
      listId: list.id,
      personId,
      accountId: ctx.accountId,
      galleryId: list.galleryId,
    });
  }
}

/** Sets the price of extra photos; null for none. */
export async function writePrice(tx: Transaction, ctx: Ctx, listId: string, extraPrice: number | null): Promise<void> {
  if (extraPrice === null) await tx.mutate.pickListPrices.delete({ listId });
  else await tx.mutate.pickListPrices.upsert({ listId, accountId: ctx.accountId, extraPrice });
}
