import { AppError } from '#core/domain/values/errors.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { recheckCheckouts } from '../checkouts/close-checkouts.ts';
import { readPayable } from '../checkouts/payable.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { issueReceipt } from '../receipts/issue.ts';

const { payments } = studioMutators;

const issue = ({ id }: { id: string }, { sql, ctx, now }: EffectContext) => issueReceipt(sql, ctx.accountId, id, now);

/** Checks open pay pages of a payment's session again: what they pay may no longer be owed. */
async function recheck({ id }: { id: string }, { sql, ctx, now }: EffectContext): Promise<void> {
  const [payment] = await sql.query<{ sessionId: string }>(
    'select session_id as "sessionId" from payments where account_id = $1 and id = $2',
    [ctx.accountId, id],
  );
  if (payment) await recheckCheckouts(sql, { accountId: ctx.accountId, ...payment }, now);
}

async function issueAndRecheck(args: { id: string }, context: EffectContext): Promise<void> {
  await issue(args, context);
  await recheck(args, context);
}

/** Effects of payments: a paid payment gets a receipt, and a refund one of its own, by card online once it succeeded. */
export const paymentEffects = {
  payments: {
    setBilling: withEffect(payments.setBilling, ({ sessionId }, { sql, ctx, now }) =>
      recheckCheckouts(sql, { accountId: ctx.accountId, sessionId }, now),
    ),
    record: withEffect(payments.record, issueAndRecheck),
    update: withEffect(payments.update, recheck),
    markPaid: withEffect(payments.markPaid, issueAndRecheck),
    markFailed: withEffect(payments.markFailed, recheck),
    void: withEffect(payments.void, recheck),
    refund: withEffect(payments.refund, async ({ id }, context) => {
      const { sql, ctx, now } = context;
      await issue({ id }, context);
      const [pending] = await sql.query(
        "select from payments where account_id = $1 and id = $2 and status = 'pending'",
        [ctx.accountId, id],
      );
      if (!pending) return;
      await enqueue(sql, ctx.accountId, 'stripe.refund', { paymentId: id }, now, { dedupeKey: `refund:${id}` });
    }),
    // Requested by the user, so send it immediately.
    sendReceipt: withEffect(payments.sendReceipt, async ({ id: paymentId }, { sql, ctx, now }) => {
      await scheduleMessage(sql, { accountId: ctx.accountId, kind: 'receipt', paymentId, dueAt: now }, now);
    }),
    requestPayment: withEffect(payments.requestPayment, async ({ sessionId }, { sql, ctx, now }) => {
      const { accountId } = ctx;
      if ((await readPayable(sql, accountId, sessionId)).length === 0) throw new AppError('payment_not_due');
      await scheduleMessage(sql, { accountId, kind: 'payment_request', sessionId, dueAt: now }, now);
    }),
  },
} satisfies MutatorsWithEffects;
