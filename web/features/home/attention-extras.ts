import { BILLABLE_STATUSES } from '#core/domain/payments/billing.ts';
import type { OrderKind } from '#core/domain/payments/orders.ts';
import { type OrderLine, titlesOf } from '#core/domain/payments/products.ts';
import type { PaymentPurpose } from '#core/domain/payments/payments.ts';
import { type SessionStatus, sessionTitle, type TitledSession } from '#core/domain/sessions/sessions.ts';

export interface WithEmail {
  customer?: { name: string; email: string } | undefined;
}

/** Extra photos of a client that are not paid yet: of a session, or of an order without one. */
export interface ExtrasToPay {
  kind: 'extras';
  sessionId: string | null;
  orderId: string | null;
  /** The client of an order without a session. */
  customerId: string | null;
  /** The session's title, the gallery's name, or what an order charges. */
  about: string;
  /** An order of other things than extra photos. */
  isSale: boolean;
  amount: number;
  email: string;
}

type Keyed = ExtrasToPay & { key: string; name: string | undefined };

/** Rows of the queries. */
export interface ExtrasRows {
  orders: readonly (WithEmail & {
    orderId: string;
    customerId: string | null;
    open: number;
    order?: { kind: OrderKind; gallery?: { name: string } | undefined } | undefined;
    lines: readonly OrderLine[];
  })[];
  pending: readonly (WithEmail & {
    id: string;
    sessionId: string | null;
    purpose: PaymentPurpose;
    amount: number;
    session?: (TitledSession & { deletedAt: number | null; status: SessionStatus }) | undefined;
  })[];
}

/**
 * Returns extra photos and other orders to be paid, of orders and of sessions.
 * @param listed ids of orders and sessions that are listed as a whole: overdue, or withdrawn from
 */
export function extrasToPay({ orders, pending }: ExtrasRows, listed: ReadonlySet<string>): Keyed[] {
  return [
    ...orders
      .filter(({ orderId }) => !listed.has(orderId))
      .map(({ orderId, customerId, open, customer, order, lines }): Keyed => ({
        key: `extras-${orderId}`,
        kind: 'extras',
        name: customer?.name,
        sessionId: null,
        orderId,
        customerId,
        about: order?.kind === 'gallery' ? (order.gallery?.name ?? '') : titlesOf(lines),
        isSale: order !== undefined && order.kind !== 'gallery',
        amount: open,
        email: customer?.email ?? '',
      })),
    ...pending
      .filter(({ purpose, session }) => {
        return purpose === 'extras' && session?.deletedAt === null && BILLABLE_STATUSES.includes(session.status);
      })
      .flatMap(({ id, sessionId, amount, customer, session }): Keyed[] => {
        if (sessionId === null || listed.has(sessionId)) return [];
        const about = session ? sessionTitle(session) : '';
        const of = { name: customer?.name, isSale: false, about, email: customer?.email ?? '' };
        return [{ key: `extras-${id}`, kind: 'extras', ...of, sessionId, orderId: null, customerId: null, amount }];
      }),
  ];
}
