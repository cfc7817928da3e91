import { z } from 'zod';
import { MAX_PRODUCTS, newProduct, productChanges } from '../../domain/payments/products.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const one = z.strictObject({ id: rowId });

/** The price list. Orders keep title and price of their lines. */
export const productMutators = {
  create: studioMutator('money.write', newProduct, async ({ tx, ctx, args, now }) => {
    await assertNew(tx, ctx, 'products', args.id);
    const present = await tx.run(ownRows(ctx, 'products'));
    if (present.length >= MAX_PRODUCTS) throw new AppError('limit_reached');
    const author = { accountId: ctx.accountId, authorId: ctx.userId };
    await tx.mutate.products.insert({
      ...args,
      withdrawal: args.withdrawal ?? 'service',
      ...author,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    });
  }),

  update: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, changes: productChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      await lockRow(tx, ctx, 'products', id);
      await tx.mutate.products.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Takes a product off the list; orders still refer to it. */
  archive: studioMutator('money.write', one, async ({ tx, ctx, args: { id }, now }) => {
    const { archivedAt } = await lockRow(tx, ctx, 'products', id);
    await tx.mutate.products.update({ id, archivedAt: archivedAt ?? now, updatedAt: now });
  }),

  unarchive: studioMutator('money.write', one, async ({ tx, ctx, args: { id }, now }) => {
    await lockRow(tx, ctx, 'products', id);
    await tx.mutate.products.update({ id, archivedAt: null, updatedAt: now });
  }),
};
