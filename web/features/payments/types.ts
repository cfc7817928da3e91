import type { Billing } from '#core/domain/payments/billing.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import type { DisputeStatus } from '#core/domain/payments/card-payments.ts';
import type { PaymentPurpose, PaymentStatus } from '#core/domain/payments/payments.ts';

/** Amounts in minor units, times in epoch milliseconds. */
export interface PaymentRow {
  readonly id: string;
  /** Null for a payment of an order without a session. */
  readonly sessionId: string | null;
  readonly orderId: string | null;
  readonly refundsPaymentId: string | null;
  readonly date: number;
  readonly amount: number;
  readonly currency: string;
  readonly method: string;
  readonly purpose: PaymentPurpose;
  readonly status: PaymentStatus;
  readonly notes: string;
  readonly receipt: string | null;
  /** Stripe's payment or refund; of a payment by card online. */
  readonly stripeId: string | null;
  readonly dispute: DisputeStatus | null;
}

/** What is charged for a session, or for an order without one. */
export interface BillingRow extends Omit<Billing, 'session'> {
  /** Of an order without a session: as of one that was held, with the gallery's name. */
  readonly session: OfSession | undefined;
  readonly sessionId: string | null;
  /** Only of an order without a session. */
  readonly orderId?: string;
  readonly waived: boolean;
  readonly refundedAmount: number;
  readonly keptAmount: number | null;
}

/** What is charged for a session. */
export type SessionBillingRow = BillingRow & { readonly sessionId: string };

export const isOfSession = (billing: BillingRow): billing is SessionBillingRow => billing.sessionId !== null;

/** How a payment plan behaves. */
export interface PlanSettings {
  readonly planMoves: boolean;
  readonly planReminds: boolean;
}

interface Named {
  readonly name: string;
}
interface OfSession {
  readonly status: SessionStatus;
  readonly cancellation: PromisedRule | null;
  readonly statusChangedAt: number | null;
  readonly type: string;
  /** Names the session if it has no name of its own; only in lists. */
  readonly sessionType?: Named | undefined;
  readonly date: number;
  readonly deletedAt: number | null;
}

interface OfOrder {
  readonly gallery?: Named | undefined;
}

/** A payment in the list of all sessions and orders. */
export interface PaymentListRow extends PaymentRow {
  readonly customer?: Named | undefined;
  readonly session?: OfSession | undefined;
  readonly order?: OfOrder | undefined;
}

/** A session or an order with an outstanding amount. */
export interface DueRow extends BillingRow {
  readonly customer?: (Named & { readonly email: string }) | undefined;
}
