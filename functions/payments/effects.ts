import { studioMutators } from '#core/zero/mutators.ts';
import { scheduleMessage } from '../messages/schedule.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { issueReceipt } from '../receipts/issue.ts';

const { payments } = studioMutators;

const issue = ({ id }: { id: string }, { sql, ctx, now }: EffectContext) => issueReceipt(sql, ctx.accountId, id, now);

/** Effects of payments: a paid payment gets a receipt, and a refund one of its own. */
export const paymentEffects = {
  payments: {
    record: withEffect(payments.record, issue),
    markPaid: withEffect(payments.markPaid, issue),
    refund: withEffect(payments.refund, issue),
    // Requested by the user, so send it at once.
    sendReceipt: withEffect(payments.sendReceipt, async ({ id: paymentId }, { sql, ctx, now }) => {
      await scheduleMessage(sql, { accountId: ctx.accountId, kind: 'receipt', paymentId, dueAt: now }, now);
    }),
  },
} satisfies MutatorsWithEffects;
