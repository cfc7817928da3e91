import { z } from 'zod';
import { planInput } from '../../domain/payments/instalments.ts';
import { ofOneOwner, orderIdOf } from '../../domain/payments/payments.ts';
import { AppError } from '../../domain/values/errors.ts';
import { assertFound, findRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { lockOwner } from './payment-access.ts';

/**
 * Sets the payment plan of a session's order, or of an order without a session. The instalments sum to its total; none
 * end the plan. The deposit and due dates of the session follow: its first and last instalment.
 */
export const setPlan = studioMutator(
  'money.write',
  ofOneOwner({
    instalments: planInput,
    /** Unpaid instalments move with the session. */
    moves: z.boolean(),
    reminds: z.boolean(),
  }),
  async ({ tx, ctx, args: { instalments, moves, reminds, ...owner }, now }) => {
    await lockOwner(tx, ctx, owner);
    const orderId = orderIdOf(owner);
    const total = owner.sessionId
      ? assertFound(await tx.run(ownRows(ctx, 'sessionBilling').where('sessionId', orderId).one())).paymentAmount
      : assertFound(await tx.run(ownRows(ctx, 'orderTotals').where('orderId', orderId).one())).total;
    const sum = instalments.reduce((all, { amount }) => all + amount, 0);
    if (instalments.length > 0 && sum !== total) throw new AppError('validation_failed', { field: 'instalments' });
    const before = await tx.run(ownRows(ctx, 'orderInstalments').where('orderId', orderId));
    for (const { position } of before) await tx.mutate.orderInstalments.delete({ orderId, position });
    for (const [index, { amount, dueAt }] of instalments.entries()) {
      const part = { orderId, position: index + 1, accountId: ctx.accountId, amount, dueAt, createdAt: now };
      await tx.mutate.orderInstalments.insert(part);
    }
    // In the browser, an order that no screen has queried is not there.
    const order = await findRow(tx, ctx, 'orders', orderId);
    if (order) {
      await tx.mutate.orders.update({ id: orderId, planMoves: moves, planReminds: reminds, updatedAt: now });
    }
    const first = instalments[0];
    if (!owner.sessionId || !first) return;
    const hasDeposit = instalments.length > 1;
    await tx.mutate.sessionBilling.update({
      sessionId: orderId,
      depositAmount: hasDeposit ? first.amount : 0,
      depositDueDate: hasDeposit ? first.dueAt : null,
      dueDate: instalments.at(-1)?.dueAt ?? null,
    });
  },
);
