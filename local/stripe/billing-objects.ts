/*
 * What the platform itself sells: its customers, their cards and invoices, with the fields that the product and the SDK
 * read. Times in seconds, amounts in minor units.
 */

/** How a customer's card behaves when it is charged. */
export const BILLING_CARDS = ['works', 'declined', 'fails_later', 'confirmation'] as const;
export type BillingCard = (typeof BILLING_CARDS)[number];

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  /** Not Stripe's: how it behaves. */
  behaviour: BillingCard;
}

export interface Address {
  country: string;
  postal_code: string | null;
  city: string | null;
  line1: string | null;
}

export interface Customer {
  id: string;
  object: 'customer';
  name: string | null;
  email: string | null;
  address: Address | null;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: PaymentMethod | null };
  /** Not Stripe's field: it lists them by an endpoint of their own. */
  taxId: string | null;
  created: number;
  livemode: false;
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string | null;
  period: { start: number; end: number };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  customer: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  auto_advance: boolean;
  automatic_tax: { enabled: boolean; status: string | null };
  collection_method: 'charge_automatically';
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string };
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempted: boolean;
  attempt_count: number;
  next_payment_attempt: number | null;
  number: string | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  status_transitions: { finalized_at: number | null; paid_at: number | null };
  created: number;
  livemode: false;
}

export interface CreditNote {
  id: string;
  object: 'credit_note';
  invoice: string;
  customer: string;
  amount: number;
  currency: string;
  status: 'issued';
  created: number;
}

export interface PlatformSales {
  customers: Customer[];
  invoices: Invoice[];
  creditNotes: CreditNote[];
  /** Codes of portal sessions. */
  portals: { code: string; customer: string; back: string; expires: number }[];
}

export const emptySales = (): PlatformSales => ({ customers: [], invoices: [], creditNotes: [], portals: [] });
