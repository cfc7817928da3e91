import type { RefundablePayment } from '#core/domain/payments/billing.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { withdrawalSettlement } from '#core/domain/payments/withdrawal.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useAccount } from '../accounts/accounts.tsx';
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

/**
 * Returns a function for a withdrawn order: it returns the act that settles the withdrawal, as `settlementOf` describes it,
 * or null if the role may not.
 */
export function useSettleWithdrawal(): (order: WithdrawnOrder) => ((done: string) => Promise<boolean>) | null {
  const mutate = useMutation();
  const { role } = useAccount();
  return (order) => {
    const { id, sessionId } = order;
    const { cancels } = settlementOf(order);
    if (!can(role, 'money.write') || (cancels && !can(role, 'sessions.write'))) return null;
    const of = sessionId === null ? { orderId: id } : { sessionId };
    return (done) => mutate(mutators.payments.settleWithdrawal({ ...of, takesOff: true, now: Date.now() }), { done });
  };
}
