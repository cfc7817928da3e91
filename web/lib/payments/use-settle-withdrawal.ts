import type { RefundablePayment } from '#core/domain/payments/billing.ts';
import type { OrderLine } from '#core/domain/payments/products.ts';
import { withdrawalSettlement } from '#core/domain/payments/withdrawal.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { makeId } from '#core/domain/values/make-id.ts';
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

/**
 * Returns the acts on a withdrawal. `settle`: cancels the session, or takes the lines off, and refunds to the card what was
 * paid by card; what was received by hand, the studio returns and records itself. `close`: only marks it as dealt with.
 */
export function useSettleWithdrawal() {
  const mutate = useMutation();
  const ownerOf = ({ id, sessionId }: WithdrawnOrder) => (sessionId === null ? { orderId: id } : { sessionId });
  const settled = (order: WithdrawnOrder, takesOff: boolean, done: string) =>
    mutate(mutators.payments.settleWithdrawal({ ...ownerOf(order), takesOff, now: Date.now() }), { done });
  return {
    settle: async (order: WithdrawnOrder, done: string): Promise<boolean> => {
      const { cancels, returned, parts } = settlementOf(order);
      const { sessionId } = order;
      if (cancels && sessionId !== null) {
        const cancelled = mutators.sessions.setStatus({ id: sessionId, to: 'cancelled', now: Date.now() });
        const keptAmount = (order.totals?.paid ?? 0) - returned;
        const keeps = { sessionId, changes: { keptAmount }, now: Date.now() };
        if (!(await mutate(cancelled)) || !(await mutate(mutators.payments.setBilling(keeps)))) return false;
      }
      for (const { payment, amount } of parts.filter(({ isOnline }) => isOnline)) {
        const id = makeId((bytes) => crypto.getRandomValues(bytes));
        const now = Date.now();
        const refund = { id, paymentId: payment.id, amount, date: now, isDue: cancels, now };
        if (!(await mutate(mutators.payments.refund(refund)))) return false;
      }
      return settled(order, !cancels, done);
    },
    close: (order: WithdrawnOrder, done: string) => settled(order, false, done),
  };
}
