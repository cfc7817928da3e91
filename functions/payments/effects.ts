import { AppError } from '#core/domain/values/errors.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { recheckCheckouts } from '../checkouts/close-checkouts.ts';
import { readDues, readPayable } from '../checkouts/payable.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { issueReceipt } from '../receipts/issue.ts';

const { payments } = studioMutators;

/** Appends a correction to what an order without a session charges, at most down to zero. Call it with the order locked. */
async function lowerOrder(
  { sql, ctx }: EffectContext,
  orderId: string,
  amount: { by: number } | 'open',
): Promise<void> {
  await sql.query(
    `select append_order_line(o.account_id, o.id, 'waived', '',
       -least(t.total, coalesce($3::int, greatest(t.open, 0))))
     from orders o join order_totals t on t.order_id = o.id
     where o.account_id = $1 and o.id = $2 and o.session_id is null`,
    [ctx.accountId, orderId, amount === 'open' ? null : amount.by],
  );
}

const issue = ({ id }: { id: string }, { sql, ctx, now }: EffectContext) => issueReceipt(sql, ctx.accountId, id, now);

/** Checks open pay pages of a payment's order again: what they pay may no longer be owed. */
async function recheck({ id }: { id: string }, { sql, ctx, now }: EffectContext): Promise<void> {
  const [payment] = await sql.query<{ orderId: string }>(
    'select order_id as "orderId" from payments where account_id = $1 and id = $2',
    [ctx.accountId, id],
  );
  if (payment) await recheckCheckouts(sql, { accountId: ctx.accountId, ...payment }, now);
}

/** Checks open pay pages of an order again. */
export const recheckOrder = (
  { sessionId, orderId }: { sessionId?: string | undefined; orderId?: string | undefined },
  { sql, ctx, now }: EffectContext,
) => recheckCheckouts(sql, { accountId: ctx.accountId, orderId: sessionId ?? orderId! }, now);

/** Refunds a pending refund at Stripe; repeated, it refunds once. */
export const refundOnline = (id: string, { sql, ctx, now }: EffectContext) =>
  enqueue(sql, ctx.accountId, 'stripe.refund', { paymentId: id }, now, { dedupeKey: `refund:${id}` });

async function issueAndRecheck(args: { id: string }, context: EffectContext): Promise<void> {
  await issue(args, context);
  await recheck(args, context);
}

/** Effects of payments: a paid payment gets a receipt, and a refund one of its own, by card online once it succeeded. */
export const paymentEffects = {
  payments: {
    setBilling: withEffect(payments.setBilling, ({ sessionId }, { sql, ctx, now }) =>
      recheckCheckouts(sql, { accountId: ctx.accountId, orderId: sessionId }, now),
    ),
    setPlan: withEffect(payments.setPlan, recheckOrder),
    addLine: withEffect(payments.addLine, recheckOrder),
    removeLine: withEffect(payments.removeLine, recheckOrder),
    discount: withEffect(payments.discount, recheckOrder),
    record: withEffect(payments.record, issueAndRecheck),
    update: withEffect(payments.update, recheck),
    markPaid: withEffect(payments.markPaid, issueAndRecheck),
    markFailed: withEffect(payments.markFailed, recheck),
    void: withEffect(payments.void, recheck),
    refund: withEffect(payments.refund, async ({ id, paymentId, amount, reducesPrice }, context) => {
      const { sql, ctx } = context;
      await issue({ id }, context);
      if (reducesPrice) {
        const [refunded] = await sql.query<{ orderId: string }>(
          'select order_id as "orderId" from payments where account_id = $1 and id = $2 and session_id is null',
          [ctx.accountId, paymentId],
        );
        if (refunded) await lowerOrder(context, refunded.orderId, { by: amount });
      }
      const [pending] = await sql.query(
        "select from payments where account_id = $1 and id = $2 and status = 'pending'",
        [ctx.accountId, id],
      );
      if (!pending) return;
      await refundOnline(id, context);
    }),
    // Requested by the user, so send it immediately.
    sendReceipt: withEffect(payments.sendReceipt, async ({ id: paymentId }, { sql, ctx, now }) => {
      await scheduleMessage(sql, { accountId: ctx.accountId, kind: 'receipt', paymentId, dueAt: now }, now);
    }),
    requestPayment: withEffect(payments.requestPayment, async ({ sessionId, orderId }, { sql, ctx, now }) => {
      const { accountId } = ctx;
      const id = sessionId ?? orderId!;
      // The mail of a session opens the page for paying by card. That of an order says what is owed; how is agreed.
      const items =
        sessionId === undefined
          ? (await readDues(sql, accountId, id, now))?.items
          : await readPayable(sql, accountId, id, now);
      if (!items || items.length === 0) throw new AppError('payment_not_due');
      await scheduleMessage(sql, { accountId, kind: 'payment_request', sessionId, orderId, dueAt: now }, now);
    }),
    waiveOrder: withEffect(payments.waiveOrder, async ({ orderId }, context) => {
      const { sql, ctx, now } = context;
      await lowerOrder(context, orderId, 'open');
      await recheckCheckouts(sql, { accountId: ctx.accountId, orderId }, now);
    }),
  },
} satisfies MutatorsWithEffects;
