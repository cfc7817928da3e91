import { refundableAmount, refundParts } from '#core/domain/payments/billing.ts';
import { amountToReturn } from '#core/domain/payments/cancellation-terms.ts';
import type { PaymentStatus } from '#core/domain/payments/payments.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { requestRefund } from './refunds.ts';

interface StoredPayment {
  id: string;
  refundsPaymentId: string | null;
  amount: number;
  currency: string;
  method: string;
  status: PaymentStatus;
  stripeId: string | null;
}

/**
 * Requests the refunds that the rule of a cancelled session promises, from the latest payment by card back; what was
 * received by hand is left to the studio. Refunds on their way count, so a repetition requests nothing more.
 */
export async function refundCancellation({ payload, jobs }: EffectRun<'cancellation.refund'>): Promise<void> {
  const { accountId, sessionId } = payload;
  const now = jobs.clock();
  await jobs.db.transaction(async (tx) => {
    // A statement of its own: the next one reads what was refunded while this one waited.
    await tx.query('select from sessions where account_id = $1 and id = $2 for update', [accountId, sessionId]);
    const [session] = await tx.query<{ status: string; keptAmount: number | null; paidAmount: number }>(
      `select s.status, b.kept_amount as "keptAmount", b.paid_amount as "paidAmount"
       from sessions s join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       where s.account_id = $1 and s.id = $2`,
      [accountId, sessionId],
    );
    if (!session) return;
    const payments = await tx.query<StoredPayment>(
      `select id, refunds_payment_id as "refundsPaymentId", amount, currency, method, status, stripe_id as "stripeId"
       from payments where account_id = $1 and session_id = $2 order by date desc, id`,
      [accountId, sessionId],
    );
    const due = amountToReturn({ ...session, session }, payments);
    for (const { payment, amount: part, isOnline } of refundParts(payments, due)) {
      if (!isOnline) continue;
      const { id, amount, currency } = payment;
      const refunded = amount - refundableAmount(payment, payments);
      await requestRefund(tx, { id, accountId, sessionId, amount, currency, refunded }, part, now);
    }
  });
}
