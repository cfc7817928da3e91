import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { computeBilling } from '../../domain/payments/billing.ts';
import { ofOneOwner, orderIdOf } from '../../domain/payments/payments.ts';
import { mergeLines, type OrderLine } from '../../domain/payments/products.ts';
import { withdrawalSettlement } from '../../domain/payments/withdrawal.ts';
import { can } from '../../domain/studio/roles.ts';
import { AppError } from '../../domain/values/errors.ts';
import { makeId, type RandomBytes } from '../../domain/values/make-id.ts';
import type { Ctx } from '../context.ts';
import { assertFound, findRow, type OwnRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { correct, readLines } from './order-lines.ts';
import { insertRefund, loadPayments, lockOwner, type Owner } from './payment-access.ts';
import { changeStatus } from './session-status.ts';

/** The server's source of random bytes: core has the types of no runtime. */
const { crypto } = globalThis as unknown as { crypto: { getRandomValues: RandomBytes } };

/** Returns what takes the lines that a withdrawal covers off an order, together at most down to zero. */
function takenOff(lines: readonly OrderLine[], sources: readonly string[]): { source: string; amount: number }[] {
  const merged = mergeLines(lines);
  let left = merged.reduce((sum, { amount }) => sum + amount, 0);
  return merged.flatMap(({ source, amount }) => {
    const off = sources.includes(source) ? Math.min(amount, left) : 0;
    if (off <= 0) return [];
    left -= off;
    return [{ source, amount: off }];
  });
}

/** Cancels the session, or takes the lines off, and begins the refunds; call it with the order locked. */
async function settle(tx: Transaction, ctx: Ctx, of: Owner, order: OwnRow<'orders'>, now: number): Promise<void> {
  const { sessionId } = order;
  const session = sessionId === null ? undefined : assertFound(await findRow(tx, ctx, 'sessions', sessionId));
  const lines = await readLines(tx, ctx, order.id);
  const payments = (await loadPayments(tx, ctx, of)).toSorted((one, other) => other.date - one.date);
  const { paidAmount: paid } = computeBilling({ paymentAmount: 0, waived: false }, payments);
  const facts = { session, withdrawnSources: order.withdrawnSources, lines, payments, paid };
  const { cancels, kept, parts } = withdrawalSettlement(facts);
  if (cancels && session) {
    if (!can(ctx.role, 'sessions.write')) throw new AppError('forbidden');
    await changeStatus(tx, ctx, session, 'cancelled', now);
    if (tx.location === 'server') await tx.mutate.sessionBilling.update({ sessionId: session.id, keptAmount: kept });
  } else if (session?.status !== 'cancelled') {
    await correct(tx, ctx, of, takenOff(lines, order.withdrawnSources ?? []));
  }
  // Only the server knows every payment.
  if (tx.location === 'client') return;
  for (const { payment, amount } of parts.filter(({ isOnline }) => isOnline)) {
    const id = makeId((bytes) => crypto.getRandomValues(bytes));
    await insertRefund(tx, ctx, payment, { id, amount, date: now }, now);
  }
}

/**
 * Settles a client's withdrawal from an order, once: a repeated call changes nothing. `takesOff`: the session is cancelled,
 * or the lines that it covers are corrected, so that they are not owed; and what was paid for them by card goes back.
 * What was received by hand, the studio returns and records itself. Otherwise the withdrawal is only marked as dealt with.
 */
export const settleWithdrawal = studioMutator(
  'money.write',
  ofOneOwner({ takesOff: z.boolean() }),
  async ({ tx, ctx, args: { takesOff, ...of }, now }) => {
    await lockOwner(tx, ctx, of);
    const order = assertFound(await findRow(tx, ctx, 'orders', orderIdOf(of)));
    if (order.withdrawnAt === null) throw new AppError('transition_refused', { field: 'withdrawnAt' });
    // A colleague was first.
    if (order.withdrawalSettledAt !== null) return;
    if (takesOff) await settle(tx, ctx, of, order, now);
    await tx.mutate.orders.update({ id: order.id, withdrawalSettledAt: now, updatedAt: now });
  },
);
