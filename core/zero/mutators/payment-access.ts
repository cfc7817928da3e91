import type { Transaction } from '@rocicorp/zero';
import type { z } from 'zod';
import { computeBilling } from '../../domain/payments/billing.ts';
import { isRefundedOnline, type newRefund } from '../../domain/payments/payments.ts';
import { AppError } from '../../domain/values/errors.ts';
import { MAX_MONEY } from '../../domain/values/max-money.ts';
import { can } from '../../domain/studio/roles.ts';
import type { Ctx } from '../context.ts';
import { assertFound, lockRow, ownRow, type OwnRow, ownRows } from '../own-rows.ts';
import { zql } from '../schema.ts';
import type { Session } from './session-access.ts';

export type Payment = OwnRow<'payments'>;

/**
 * Locks and returns a session whose money the caller may change, until the end of the transaction. Lock order: session,
 * payments, billing; see the migration `money`.
 * @throws AppError `forbidden` for another photographer's session, which every member can see, without amounts
 */
export async function lockBillableSession(tx: Transaction, ctx: Ctx, id: string): Promise<Session> {
  const session = await lockRow(tx, ctx, 'sessions', id);
  if (!can(ctx.role, 'money.all') && session.photographerId !== ctx.userId) throw new AppError('forbidden');
  return session;
}

/** What a payment is for: a session, or an order without one. */
export interface Owner {
  readonly sessionId?: string | null | undefined;
  readonly orderId?: string | null | undefined;
}

/** The client and the photographer of a session or an order. */
type Owned = Pick<Session, 'customerId' | 'photographerId'>;

/**
 * Locks and returns an order without a session whose money the caller may change.
 * @throws AppError `not_found` for a session's order, which is locked by its session
 */
export async function lockOrder(tx: Transaction, ctx: Ctx, id: string): Promise<OwnRow<'orders'>> {
  const order = await lockRow(tx, ctx, 'orders', id);
  if (order.sessionId !== null) throw new AppError('not_found');
  if (!can(ctx.role, 'money.all') && order.photographerId !== ctx.userId) throw new AppError('forbidden');
  return order;
}

/** Locks the session or order that a payment is for, until the end of the transaction. */
export function lockOwner(tx: Transaction, ctx: Ctx, { sessionId, orderId }: Owner): Promise<Owned> {
  return sessionId ? lockBillableSession(tx, ctx, sessionId) : lockOrder(tx, ctx, orderId ?? '');
}

/** Returns a payment after locking what it is for. */
export async function lockPayment(tx: Transaction, ctx: Ctx, id: string): Promise<Payment> {
  await lockOwner(tx, ctx, await ownRow(tx, ctx, 'payments', id));
  return ownRow(tx, ctx, 'payments', id);
}

/** Returns all payments of a session or order, including refunds. */
export function loadPayments(tx: Transaction, ctx: Ctx, { sessionId, orderId }: Owner): Promise<Payment[]> {
  const rows = ownRows(ctx, 'payments');
  return tx.run(sessionId ? rows.where('sessionId', sessionId) : rows.where('orderId', orderId ?? ''));
}

/** Returns the currency of the studio, which all its payments use. */
export async function loadCurrency(tx: Transaction, ctx: Ctx): Promise<string> {
  return assertFound(await tx.run(zql.accounts.where('id', ctx.accountId).one())).currencyCode;
}

/** @throws AppError `validation_failed` if the sum exceeds the database's integer */
export async function assertDepositCapacity(tx: Transaction, ctx: Ctx, owner: Owner, amount: number): Promise<void> {
  const sum = (await loadPayments(tx, ctx, owner)).reduce((total, payment) => total + payment.amount, amount);
  if (sum > MAX_MONEY) throw new AppError('validation_failed', { field: 'amount' });
}

/**
 * Computes the totals in the browser without waiting for the server, where triggers do it.
 * @param change of what is charged, in minor units
 */
export async function previewBilling(tx: Transaction, ctx: Ctx, owner: Owner, change = 0): Promise<void> {
  if (tx.location === 'server') return;
  const { sessionId } = owner;
  if (!sessionId) return previewTotals(tx, ctx, owner.orderId ?? '', (total) => total + change);
  const billing = await tx.run(ownRows(ctx, 'sessionBilling').where('sessionId', sessionId).one());
  if (!billing) return;
  const paymentAmount = billing.paymentAmount + change;
  const sums = computeBilling({ ...billing, paymentAmount }, await loadPayments(tx, ctx, owner));
  await tx.mutate.sessionBilling.update({ sessionId, paymentAmount, ...sums });
}

/**
 * As `previewBilling`, for an order without a session.
 * @param charge returns the new total for the present one and what is open
 */
export async function previewTotals(
  tx: Transaction,
  ctx: Ctx,
  orderId: string,
  charge: (total: number, open: number) => number,
): Promise<void> {
  if (tx.location === 'server') return;
  const totals = await tx.run(ownRows(ctx, 'orderTotals').where('orderId', orderId).one());
  if (!totals) return;
  const total = charge(totals.total, totals.open);
  const payments = await loadPayments(tx, ctx, { orderId });
  const sums = computeBilling({ paymentAmount: total, waived: false }, payments);
  const { paidAmount: paid, refundedAmount: refunded, paymentStatus } = sums;
  await tx.mutate.orderTotals.update({ orderId, total, paid, refunded, open: total - paid, paymentStatus });
}

/**
 * Inserts a refund of a payment whose session or order is locked. One by card is pending until Stripe has decided.
 * @param refund amount in minor units, at most what can still be refunded
 */
export async function insertRefund(
  tx: Transaction,
  ctx: Ctx,
  original: Payment,
  {
    id,
    amount,
    date,
    method,
    notes = '',
  }: Pick<z.output<typeof newRefund>, 'id' | 'amount' | 'date' | 'method' | 'notes'>,
  now: number,
): Promise<void> {
  const { accountId, sessionId, orderId, customerId, photographerId, currency, purpose } = original;
  await tx.mutate.payments.insert({
    id,
    refundsPaymentId: original.id,
    accountId,
    authorId: ctx.userId,
    sessionId,
    orderId,
    customerId,
    photographerId,
    currency,
    purpose,
    amount,
    date,
    method: method ?? original.method,
    notes,
    status: isRefundedOnline(original, method) ? 'pending' : 'paid',
    createdAt: now,
    updatedAt: now,
  });
}
