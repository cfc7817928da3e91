import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { allocate } from '../../domain/payments/allocate.ts';
import { ofOneOwner, orderIdOf } from '../../domain/payments/payments.ts';
import { lineAmount, mergeLines, newLine, productSource } from '../../domain/payments/products.ts';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { can } from '../../domain/studio/roles.ts';
import { MAX_MONEY } from '../../domain/values/max-money.ts';
import { money } from '../../domain/values/primitives.ts';
import type { Ctx } from '../context.ts';
import { assertFound, assertNew, findRow, ownRow, ownRows, type OwnRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { loadCurrency, lockOwner, type Owner, previewBilling } from './payment-access.ts';

/** Returns the lines of an order; call it with the order locked. */
export const readLines = (tx: Transaction, ctx: Ctx, orderId: string): Promise<OwnRow<'orderLines'>[]> =>
  tx.run(ownRows(ctx, 'orderLines').where('orderId', orderId));

/** Appends a correction of each source; call it with the order locked. */
export async function correct(
  tx: Transaction,
  ctx: Ctx,
  of: Owner,
  corrections: readonly { source: string; amount: number }[],
): Promise<void> {
  const orderId = orderIdOf(of);
  if (tx.location === 'server') {
    for (const { source, amount } of corrections) {
      await tx.dbTransaction.query("select append_order_line($1, $2, $3, '', $4)", [
        ctx.accountId,
        orderId,
        source,
        -amount,
      ]);
    }
    await tx.dbTransaction.query('select fit_deposit($1, $2)', [ctx.accountId, orderId]);
    return;
  }
  let position = Math.max(0, ...(await readLines(tx, ctx, orderId)).map((line) => line.position));
  for (const { source, amount } of corrections) {
    position += 1;
    await tx.mutate.orderLines.insert({
      orderId,
      position,
      accountId: ctx.accountId,
      source,
      title: '',
      amount: -amount,
      isCorrection: true,
      productId: null,
      quantity: 1,
      unitAmount: null,
      discount: 0,
      withdrawal: null,
      createdAt: Date.now(),
    });
  }
  await previewBilling(tx, ctx, of, -corrections.reduce((sum, { amount }) => sum + amount, 0));
}

export const orderLineMutators = {
  /**
   * Starts an order without a session, for a client and maybe about a gallery. It charges nothing before its first line. An
   * order of a photographer who sees only their own amounts is theirs. Repeated, it changes nothing.
   */
  createOrder: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, customerId: rowId, galleryId: galleryId.optional() }),
    async ({ tx, ctx, args: { id, ...args }, now }) => {
      const customer = await ownRow(tx, ctx, 'customers', args.customerId);
      if (customer.deletedAt !== null || customer.erasedAt !== null) throw new AppError('not_found');
      if (args.galleryId !== undefined) await ownRow(tx, ctx, 'galleries', args.galleryId);
      const present = await findRow(tx, ctx, 'orders', id);
      if (present?.kind === 'manual' && present.customerId === args.customerId) return;
      await assertNew(tx, ctx, 'orders', id);
      const { accountId, userId } = ctx;
      const photographerId = can(ctx.role, 'money.all') ? null : userId;
      const owned = { accountId, customerId: args.customerId, photographerId };
      await tx.mutate.orders.insert({
        id,
        ...owned,
        authorId: userId,
        kind: 'manual',
        status: 'placed',
        sessionId: null,
        galleryId: args.galleryId ?? null,
        personId: null,
        currency: await loadCurrency(tx, ctx),
        withdrawnName: '',
        planMoves: false,
        planReminds: true,
        createdAt: now,
        updatedAt: now,
      });
      // A trigger inserts them on the server.
      if (tx.location === 'server') return;
      const sums = { total: 0, paid: 0, refunded: 0, open: 0, paymentStatus: 'pending' as const };
      await tx.mutate.orderTotals.insert({ orderId: id, ...owned, ...sums });
    },
  ),

  /** Adds a product, or anything else with a title, to what an order charges. `id` names the line. */
  addLine: studioMutator(
    'money.write',
    ofOneOwner({ id: rowId, line: newLine }),
    async ({ tx, ctx, args: { id, line, ...of }, now }) => {
      await lockOwner(tx, ctx, of);
      const orderId = orderIdOf(of);
      const { productId, title, quantity, unitAmount, discount } = line;
      const product = productId === null ? null : await ownRow(tx, ctx, 'products', productId);
      const lines = await readLines(tx, ctx, orderId);
      const source = productSource(id);
      // A repeated request adds nothing.
      if (lines.some((one) => one.source === source)) return;
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      if (total + lineAmount(line) > MAX_MONEY) throw new AppError('validation_failed', { field: 'unitAmount' });
      if (tx.location === 'server') {
        await tx.dbTransaction.query('select append_product_line($1, $2, $3, $4, $5, $6, $7, $8)', [
          ctx.accountId,
          orderId,
          source,
          title,
          productId,
          quantity,
          unitAmount,
          discount,
        ]);
        return;
      }
      const position = Math.max(0, ...lines.map((one) => one.position)) + 1;
      await tx.mutate.orderLines.insert({
        orderId,
        position,
        accountId: ctx.accountId,
        source,
        title,
        amount: lineAmount(line),
        isCorrection: false,
        productId,
        quantity,
        unitAmount,
        discount,
        withdrawal: product?.withdrawal ?? null,
        createdAt: now,
      });
      await previewBilling(tx, ctx, of, lineAmount(line));
    },
  ),

  /** Takes a product off an order, by a line that corrects it. What was paid stays. */
  removeLine: studioMutator(
    'money.write',
    ofOneOwner({ source: z.string().regex(/^product:[0-9a-z]{20}$/) }),
    async ({ tx, ctx, args: { source, ...of } }) => {
      await lockOwner(tx, ctx, of);
      const merged = mergeLines(await readLines(tx, ctx, orderIdOf(of)));
      const line = assertFound(merged.find((one) => one.source === source));
      const total = merged.reduce((sum, { amount }) => sum + amount, 0);
      // Other lines may be below zero, as after "Don't charge".
      const amount = Math.min(line.amount, total);
      if (amount <= 0) throw new AppError('transition_refused', { field: 'source' });
      await correct(tx, ctx, of, [{ source, amount }]);
    },
  ),

  /** Takes a discount off an order: each line gets its share, and keeps it. */
  discount: studioMutator(
    'money.write',
    ofOneOwner({ amount: money.min(1) }),
    async ({ tx, ctx, args: { amount, ...of } }) => {
      await lockOwner(tx, ctx, of);
      const merged = mergeLines(await readLines(tx, ctx, orderIdOf(of)));
      const total = merged.reduce((sum, line) => sum + line.amount, 0);
      if (amount > total) throw new AppError('validation_failed', { field: 'amount' });
      const shares = allocate(
        amount,
        merged.map((line) => Math.max(0, line.amount)),
      );
      const corrections = merged.map(({ source }, index) => ({ source, amount: shares[index]! }));
      await correct(
        tx,
        ctx,
        of,
        corrections.filter((one) => one.amount > 0),
      );
    },
  ),
};
