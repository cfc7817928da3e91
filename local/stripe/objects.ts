import { randomBytes } from 'node:crypto';
import { emptySales, type PlatformSales } from './billing-objects.ts';

/** Stripe's objects, with the fields that the product and the SDK read. Times in seconds. */
export interface Account {
  id: string;
  object: 'account';
  type: 'standard';
  email: string | null;
  business_profile: { name: string | null; url: string | null };
  controller: object;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  requirements: {
    currently_due: string[];
    past_due: string[];
    pending_verification: string[];
    disabled_reason: string | null;
    current_deadline: number | null;
  };
  metadata: Record<string, string>;
  created: number;
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  mode: 'payment';
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  payment_intent: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  locale: string | null;
  expires_at: number;
  created: number;
  livemode: false;
  /** Not Stripe's: what its page shows. */
  name: string;
  description: string;
  /** Methods that the page offers. */
  methods: string[];
  intentMetadata: Record<string, string>;
}

/** Methods that an account here has switched on. */
export const METHODS = ['card', 'bizum', 'klarna', 'ideal', 'sepa_debit'] as const;
export type Method = (typeof METHODS)[number];

/** How a card behaves; Stripe's test cards do the same. */
export const CARDS = ['works', 'declined', 'refund_pending', 'refund_fails', 'processing'] as const;
export type Card = (typeof CARDS)[number];

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  status: 'succeeded' | 'processing' | 'canceled';
  latest_charge: string;
  payment_method: { id: string; object: 'payment_method'; type: string };
  metadata: Record<string, string>;
  created: number;
  card: Card;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
  metadata: Record<string, string>;
  created: number;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'needs_response' | 'won' | 'lost';
  reason: string;
  created: number;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  type: string;
  /** Absent for what the platform itself sells. */
  account?: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: null;
}

/** Everything of one connected account; Stripe keeps accounts apart. */
export interface Connected {
  account: Account;
  isDeauthorized: boolean;
  links: string[];
  sessions: CheckoutSession[];
  intents: PaymentIntent[];
  refunds: Refund[];
  disputes: Dispute[];
}

export interface StoredAnswer {
  status: number;
  body: string;
  /** Method, path and body of the first request: the key may not be used for another. */
  request: string;
  /** When it was given, in seconds. */
  at: number;
}

export interface State {
  accounts: Record<string, Connected>;
  answers: Record<string, StoredAnswer>;
  events: StripeEvent[];
  /** Ids of events that the product has accepted. */
  delivered: string[];
  /** What the platform itself sells. */
  sales: PlatformSales;
}

export const emptyState = (): State => ({ accounts: {}, answers: {}, events: [], delivered: [], sales: emptySales() });

export const stripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** An error as Stripe's API answers it. */
export class StripeFailure extends Error {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409;
  readonly error: Record<string, string>;

  constructor(status: StripeFailure['status'], message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.error = { type: 'invalid_request_error', message, ...more };
  }
}
