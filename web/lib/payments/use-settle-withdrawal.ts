import type { RefundablePayment } from '#core/domain/payments/billing.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { withdrawalSettlement } from '#core/domain/payments/withdrawal.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useMutation } from '../sync/use-mutation.tsx';

/** An order from which its client has withdrawn, as `queries.payments.withdrawn` returns it. */
export interface WithdrawnOrder {
  readonly id: string;
  readonly sessionId: string | null;
  readonly withdrawnAt: number | null;
  readonly withdrawnSources: readonly string[] | null;
  readonly session?: { readonly status: SessionStatus; readonly type: string } | undefined;
  readonly customer?: { readonly name: string } | undefined;
  readonly totals?: { readonly paid: number } | undefined;
  readonly lines: readonly OrderLine[];
  readonly payments: readonly (RefundablePayment & { readonly id: string })[];
}

/** Returns what settling the withdrawal does: see `withdrawalSettlement`. */
export const settlementOf = (order: WithdrawnOrder) =>
  withdrawalSettlement({ ...order, paid: order.totals?.paid ?? 0 });

/** Returns how much of a refund goes back through Stripe, in minor units. The studio returns the rest itself. */
export const onlineAmount = (parts: readonly { readonly amount: number; readonly isOnline: boolean }[]): number =>
  parts.reduce((sum, { amount, isOnline }) => sum + (isOnline ? amount : 0), 0);

/** Returns the act that settles a withdrawal, as `settlementOf` describes it. */
export function useSettleWithdrawal() {
  const mutate = useMutation();
  return ({ id, sessionId }: WithdrawnOrder, done: string) => {
    const of = sessionId === null ? { orderId: id } : { sessionId };
    return mutate(mutators.payments.settleWithdrawal({ ...of, takesOff: true, now: Date.now() }), { done });
  };
}
