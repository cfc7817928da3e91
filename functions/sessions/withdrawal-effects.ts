import { studioMutators } from '#core/zero/mutators.ts';
import { recheckOrder, refundOnline } from '../payments/effects.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { onStatusSet } from './effects.ts';

const { payments } = studioMutators;

/** Returns the status of an order's session, and locks it; null without one. */
async function readStatus({ sessionId }: { sessionId?: string | undefined }, { sql, ctx }: EffectContext) {
  const [session] = await sql.query<{ status: string }>(
    'select status from sessions where account_id = $1 and id = $2 for update',
    [ctx.accountId, sessionId ?? null],
  );
  return session?.status ?? null;
}

/** Effects of settling a withdrawal: those of a cancelled session, and refunds by card. */
export const withdrawalEffects = {
  payments: {
    settleWithdrawal: withEffect(payments.settleWithdrawal, {
      // Locks the session first, as the mutator does.
      before: readStatus,
      async after(args, context, before) {
        if (before !== (await readStatus(args, context))) await onStatusSet({ id: args.sessionId! }, context);
        const pending = await context.sql.query<{ id: string }>(
          `select id from payments where account_id = $1 and order_id = $2 and status = 'pending'
             and refunds_payment_id is not null and stripe_id is null`,
          [context.ctx.accountId, args.sessionId ?? args.orderId],
        );
        for (const { id } of pending) await refundOnline(id, context);
        await recheckOrder(args, context);
      },
    }),
  },
} satisfies MutatorsWithEffects;
