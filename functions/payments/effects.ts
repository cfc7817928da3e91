import { scheduleMessage } from '../messages/schedule.ts';
import type { Args, EffectContext, Effects } from '../platform/mutation-effects.ts';
import { issueReceipt } from '../receipts/issue.ts';

/** Effects of payments: a paid payment gets a receipt, and a refund one of its own. */
export const paymentEffects: Effects = {
  'payments.record': issue,
  'payments.markPaid': issue,
  'payments.refund': issue,
  // Requested by the user, so send it at once.
  'payments.sendReceipt': (args, { sql, ctx, now }) =>
    scheduleMessage(sql, { accountId: ctx.accountId, kind: 'receipt', paymentId: String(args['id']), dueAt: now }, now),
};

async function issue(args: Args, { sql, ctx, now }: EffectContext): Promise<void> {
  await issueReceipt(sql, ctx.accountId, String(args['id']), now);
}
