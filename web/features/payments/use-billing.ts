import { useQuery } from '@rocicorp/zero/react';
import { type BillingStatus, orderIdOf } from '#core/domain/payments/payments.ts';
import { type OrderLine, titlesOf } from '#core/domain/payments/products.ts';
import { queries } from '#core/zero/queries.ts';
import type { Instalment } from '#core/domain/payments/instalments.ts';
import type { BillingRow } from './types.ts';

/** Totals of an order without a session. */
export interface OrderTotals {
  readonly orderId: string;
  readonly total: number;
  readonly paid: number;
  readonly refunded: number;
  readonly paymentStatus: BillingStatus;
  readonly instalments?: readonly (Instalment & { readonly position: number })[];
  readonly lines: readonly OrderLine[];
  readonly order?: { readonly createdAt: number; readonly gallery?: { readonly name: string } | undefined } | undefined;
}

/** Returns an order's totals as a session's billing has them: an order without a session has no deposit and due dates. */
export function toBilling({
  orderId,
  total,
  paid,
  refunded,
  paymentStatus,
  instalments,
  order,
  lines,
}: OrderTotals): BillingRow {
  return {
    session: {
      status: 'completed',
      type: order?.gallery?.name ?? titlesOf(lines),
      date: order?.createdAt ?? 0,
      cancellation: null,
      statusChangedAt: null,
      deletedAt: null,
    },
    keptAmount: null,
    sessionId: null,
    orderId,
    paymentStatus,
    paymentAmount: total,
    depositAmount: 0,
    paidAmount: paid,
    refundedAmount: refunded,
    dueDate: null,
    depositDueDate: null,
    instalments,
    waived: false,
  };
}

/** What a payment is for. */
export interface Owner {
  readonly sessionId: string | null;
  readonly orderId?: string | null;
}

/** Names the owner for a mutation. */
export const ownerArgs = ({ sessionId, orderId }: Owner) =>
  sessionId === null ? { orderId: orderId ?? '' } : { sessionId };

/** Returns billing and payments of a session, or of an order without one; `billing` is undefined while it loads. */
export function useBilling({ sessionId, orderId }: Owner) {
  const id = orderIdOf({ sessionId, orderId });
  const isSession = sessionId !== null;
  const [ofSession, session] = useQuery(isSession && queries.payments.ofSession({ sessionId: id }));
  const [ofOrder, order] = useQuery(!isSession && queries.payments.ofOrder({ orderId: id }));
  const { type } = isSession ? session : order;
  const billing: BillingRow | null | undefined = isSession ? ofSession : ofOrder && toBilling(ofOrder);
  return { billing, payments: (isSession ? ofSession : ofOrder)?.payments ?? [], type };
}
