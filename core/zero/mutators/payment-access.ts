import type { Transaction } from '@rocicorp/zero';
import { computeBilling } from '../../domain/payments/billing.ts';
import { AppError } from '../../domain/values/errors.ts';
import { MAX_MONEY } from '../../domain/values/primitives.ts';
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

/** Returns a payment after locking its session. */
export async function lockPayment(tx: Transaction, ctx: Ctx, id: string): Promise<Payment> {
  const { sessionId } = await ownRow(tx, ctx, 'payments', id);
  await lockBillableSession(tx, ctx, sessionId);
  return ownRow(tx, ctx, 'payments', id);
}

/** Returns all payments of a session, including refunds. */
export function loadPayments(tx: Transaction, ctx: Ctx, sessionId: string): Promise<Payment[]> {
  return tx.run(ownRows(ctx, 'payments').where('sessionId', sessionId));
}

/** Returns the currency of the studio, which all its payments use. */
export async function loadCurrency(tx: Transaction, ctx: Ctx): Promise<string> {
  return assertFound(await tx.run(zql.accounts.where('id', ctx.accountId).one())).currencyCode;
}

/** @throws AppError `validation_failed` if the sum exceeds the database's integer */
export async function assertDepositCapacity(
  tx: Transaction,
  ctx: Ctx,
  sessionId: string,
  amount: number,
): Promise<void> {
  const sum = (await loadPayments(tx, ctx, sessionId)).reduce((total, payment) => total + payment.amount, amount);
  if (sum > MAX_MONEY) throw new AppError('validation_failed', { field: 'amount' });
}

/** Computes the totals in the browser without waiting for the server, where triggers do it. */
export async function previewBilling(tx: Transaction, ctx: Ctx, sessionId: string): Promise<void> {
  if (tx.location === 'server') return;
  const billing = await tx.run(ownRows(ctx, 'sessionBilling').where('sessionId', sessionId).one());
  if (!billing) return;
  await tx.mutate.sessionBilling.update({
    sessionId,
    ...computeBilling(billing, await loadPayments(tx, ctx, sessionId)),
  });
}
