import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { loadGallery } from './galleries.ts';

/**
 * Locks and returns a selection of the caller, also a removed one. Favourites belong to their person: the studio does
 * not change them.
 */
export async function lockSelection(tx: Transaction, ctx: Ctx, id: string) {
  if (tx.location === 'server') {
    const sql = 'select from pick_lists where id = $1 and account_id = $2 for no key update';
    await tx.dbTransaction.query(sql, [id, ctx.accountId]);
  }
  const list = assertFound(await tx.run(zql.pickLists.where('id', id).where('accountId', ctx.accountId).one()));
  if (list.kind !== 'selection') throw new AppError('not_found');
  // A browser may lack the gallery's row.
  if (tx.location === 'server') await loadGallery(tx, ctx, list.galleryId);
  return list;
}

/** As `lockSelection`, but a removed selection counts as missing. */
export async function lockLiveSelection(tx: Transaction, ctx: Ctx, id: string) {
  const list = await lockSelection(tx, ctx, id);
  if (list.deletedAt !== null) throw new AppError('not_found');
  return list;
}

/** Returns a person of the caller. */
export async function loadPerson(tx: Transaction, ctx: Ctx, id: string) {
  return assertFound(await tx.run(zql.galleryPeople.where('id', id).where('accountId', ctx.accountId).one()));
}

/** Returns a comment of the caller, also a deleted one. */
export async function loadComment(tx: Transaction, ctx: Ctx, id: string) {
  return assertFound(await tx.run(zql.photoComments.where('id', id).where('accountId', ctx.accountId).one()));
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
    zql.galleryPeople
      .where('accountId', ctx.accountId)
      .where('galleryId', galleryId)
      .where('role', 'client')
      .where('id', 'IN', ids),
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
  const stored = await tx.run(zql.listPeople.where('accountId', ctx.accountId).where('listId', list.id));
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
