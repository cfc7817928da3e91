import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { refundableAmount, statusAfterRefunds } from '../../domain/payments/billing.ts';
import { amountToReturn } from '../../domain/payments/cancellation-terms.ts';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import {
  isRefundedOnline,
  newPayment,
  newRefund,
  paymentOwner,
  PAYMENT_TRANSITIONS,
  PAYMENT_UNDO,
  paymentChanges,
  paymentMethod,
  type PaymentStatus,
} from '../../domain/payments/payments.ts';
import { instant } from '../../domain/values/primitives.ts';
import { assertTransition, UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { assertFound, assertNew, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { setBilling } from './billing.ts';
import { setPlan } from './payment-plan.ts';
import { orderLineMutators } from './order-lines.ts';
import {
  assertDepositCapacity,
  insertRefund,
  loadCurrency,
  loadPayments,
  lockOrder,
  lockOwner,
  lockPayment,
  type Payment,
  previewBilling,
  previewTotals,
} from './payment-access.ts';
import { settleWithdrawal } from './withdrawal.ts';

/** Fields that an issued receipt freezes. */
const ON_RECEIPT = ['date', 'method', 'purpose'] as const;

const one = z.strictObject({ id: rowId });

/** @throws AppError `refund_pending` for a refund that Stripe decides */
function assertNotOnItsWay({ refundsPaymentId, status }: Payment): void {
  if (refundsPaymentId !== null && status === 'pending') throw new AppError('refund_pending');
}

/** @throws AppError `validation_failed` if less has to go back for a cancelled session */
async function assertDue(tx: Transaction, ctx: Ctx, sessionId: string, amount: number): Promise<void> {
  const rows = ownRows(ctx, 'sessionBilling').where('sessionId', sessionId).related('session').one();
  const { session, keptAmount, paidAmount } = assertFound(await tx.run(rows));
  const due = amountToReturn({ session, keptAmount, paidAmount }, await loadPayments(tx, ctx, { sessionId }));
  if (amount > due) throw new AppError('validation_failed', { field: 'amount' });
}

/** Changes the status and stores the previous one, for undo. */
async function setStatus(
  tx: Transaction,
  ctx: Ctx,
  payment: Payment,
  to: PaymentStatus,
  now: number,
  values: { date?: number; method?: string } = {},
): Promise<void> {
  assertNotOnItsWay(payment);
  assertTransition(PAYMENT_TRANSITIONS, payment.status, to);
  await tx.mutate.payments.update({
    id: payment.id,
    status: to,
    ...values,
    previousStatus: payment.status,
    statusChangedAt: now,
    statusChangedBy: ctx.userId,
    updatedAt: now,
  });
  await previewBilling(tx, ctx, payment);
}

const ending = (to: 'failed' | 'void') =>
  studioMutator('money.write', one, async ({ tx, ctx, args, now }) => {
    await setStatus(tx, ctx, await lockPayment(tx, ctx, args.id), to, now);
  });

/** Receipts and their numbers are issued by the server: functions/payments/effects.ts. Triggers compute the totals. */
export const paymentMutators = {
  setBilling,
  setPlan,
  ...orderLineMutators,
  settleWithdrawal,

  record: studioMutator('money.write', newPayment, async ({ tx, ctx, args, now }) => {
    const { notes = '', ...payment } = args;
    const { customerId, photographerId } = await lockOwner(tx, ctx, payment);
    await assertNew(tx, ctx, 'payments', payment.id);
    await assertDepositCapacity(tx, ctx, payment, payment.amount);
    await tx.mutate.payments.insert({
      ...payment,
      notes,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      customerId,
      photographerId,
      currency: await loadCurrency(tx, ctx),
      // Explicit null: in the browser a missing value would count as a refund until the server confirms.
      refundsPaymentId: null,
      receipt: null,
      createdAt: now,
      updatedAt: now,
    });
    await previewBilling(tx, ctx, payment);
  }),

  /** Changes a payment. The amount is editable only while pending; fields on an issued receipt are frozen. */
  update: studioMutator(
    'money.write',
    z.strictObject({ id: rowId, changes: paymentChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const payment = await lockPayment(tx, ctx, id);
      const { amount, status } = payment;
      if (changes.amount !== undefined || changes.method !== undefined) assertNotOnItsWay(payment);
      if (changes.amount !== undefined && changes.amount !== amount) {
        if (status !== 'pending') throw new AppError('transition_refused', { field: 'amount' });
        await assertDepositCapacity(tx, ctx, payment, changes.amount - amount);
      }
      const isOther = ON_RECEIPT.some((key) => changes[key] !== undefined && changes[key] !== payment[key]);
      if (payment.receipt !== null && isOther) throw new AppError('receipt_final');
      await tx.mutate.payments.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Marks a pending payment as received at `date`. */
  markPaid: studioMutator(
    'money.write',
    one.extend({ date: instant.optional(), method: paymentMethod.optional() }),
    async ({ tx, ctx, args, now }) => {
      const payment = await lockPayment(tx, ctx, args.id);
      const { date = now, method = payment.method } = args;
      await setStatus(tx, ctx, payment, 'paid', now, { date, method });
    },
  ),

  markFailed: ending('failed'),

  void: ending('void'),

  /** Undoes the last status change: within ten minutes, by the same member only. */
  undoStatus: studioMutator('money.write', one, async ({ tx, ctx, args, now }) => {
    const payment = await lockPayment(tx, ctx, args.id);
    const { previousStatus, statusChangedAt, statusChangedBy } = payment;
    if (!previousStatus || statusChangedAt === null || statusChangedBy !== ctx.userId) {
      throw new AppError('undo_expired');
    }
    if (now - statusChangedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    assertTransition(PAYMENT_UNDO, payment.status, previousStatus);
    await tx.mutate.payments.update({
      id: payment.id,
      status: previousStatus,
      previousStatus: null,
      statusChangedAt: null,
      statusChangedBy: null,
      updatedAt: now,
    });
    await previewBilling(tx, ctx, payment);
  }),

  /** Refunds a payment, wholly or partly; at most the part not refunded yet. The effect refunds a payment by card online. */
  refund: studioMutator('money.write', newRefund, async ({ tx, ctx, args, now }) => {
    const original = await lockPayment(tx, ctx, args.paymentId);
    await assertNew(tx, ctx, 'payments', args.id);
    const left = refundableAmount(original, await loadPayments(tx, ctx, original));
    const refunded = original.amount - left + args.amount;
    if (left === 0)
      throw new AppError('transition_refused', { field: 'status', from: original.status, to: 'refunded' });
    if (args.amount > left) throw new AppError('validation_failed', { field: 'amount' });
    if (args.isDue) await assertDue(tx, ctx, assertFound(original.sessionId ?? undefined), args.amount);
    const isOnline = isRefundedOnline(original, args.method);
    const { sessionId, orderId } = original;
    await insertRefund(tx, ctx, original, args, now);
    if (args.reducesPrice && sessionId !== null) {
      const billing = assertFound(await tx.run(ownRows(ctx, 'sessionBilling').where('sessionId', sessionId).one()));
      const paymentAmount = Math.max(0, billing.paymentAmount - args.amount);
      const depositAmount = Math.min(billing.depositAmount, paymentAmount);
      await tx.mutate.sessionBilling.update({ sessionId, paymentAmount, depositAmount });
    }
    if (tx.location === 'client' && !isOnline) {
      await tx.mutate.payments.update({ id: original.id, status: statusAfterRefunds(original.amount, refunded) });
    }
    if (sessionId === null && args.reducesPrice) {
      await previewTotals(tx, ctx, orderId ?? '', (total) => Math.max(0, total - args.amount));
    } else await previewBilling(tx, ctx, original);
  }),

  /** Requests a mail with the receipt, also repeatedly. The effect sends it. */
  sendReceipt: studioMutator('money.write', one, async ({ tx, ctx, args }) => {
    const { receipt, status } = await lockPayment(tx, ctx, args.id);
    // A refund that failed has a cancelled receipt.
    if ((tx.location === 'server' && receipt === null) || status === 'failed')
      throw new AppError('transition_refused', { field: 'receipt' });
  }),

  /** Requests a mail with the link by which the client pays what is owed for a session or an order. The effect sends it. */
  requestPayment: studioMutator('money.write', paymentOwner, async ({ tx, ctx, args }) => {
    await lockOwner(tx, ctx, args);
  }),

  /**
   * Stops charging what is open of an order without a session: its pending payments become void, and the effect corrects its
   * lines. What was received stays.
   */
  waiveOrder: studioMutator('money.write', z.strictObject({ orderId: rowId }), async ({ tx, ctx, args, now }) => {
    await lockOrder(tx, ctx, args.orderId);
    const payments = await loadPayments(tx, ctx, args);
    for (const payment of payments) {
      if (payment.status === 'pending' && payment.refundsPaymentId === null) {
        await setStatus(tx, ctx, payment, 'void', now);
      }
    }
    await previewTotals(tx, ctx, args.orderId, (total, open) => total - Math.max(0, open));
  }),
};
