import type { Address, BillingCard, CreditNote, Customer, Invoice, InvoiceLine } from './billing-objects.ts';
import { type State, StripeFailure, stripeId } from './objects.ts';

/** Rate of the tax that the stand-in adds, in basis points. */
const TAX = 2_100;
const DAY_S = 24 * 3600;
/** Days after a failed payment at which it is tried again. */
const RETRY_DAYS = [3, 5, 7] as const;
/** Seconds for which a link to the portal works. */
const PORTAL_S = 300;

interface SalesOptions {
  /** Seconds. */
  now: () => number;
  report: (type: string, object: object) => void;
  /** Public URL of the server. */
  url: () => string;
}

/** Customers, invoices and credit notes of the platform's own account. */
export function createSales(state: State, { now, report, url }: SalesOptions) {
  const find = <T extends { id: string }>(rows: readonly T[], what: string, id: string): T => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw new StripeFailure(404, `No such ${what}: '${id}'`, { code: 'resource_missing' });
    return found;
  };
  const sales = state.sales;
  const recount = (invoice: Invoice) => {
    invoice.subtotal = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0);
    const tax = invoice.automatic_tax.enabled ? Math.round((invoice.subtotal * TAX) / 10_000) : 0;
    invoice.total = invoice.subtotal + tax;
    invoice.amount_due = invoice.total;
    invoice.amount_remaining = invoice.total - invoice.amount_paid;
  };
  const settle = (invoice: Invoice) => {
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      next_payment_attempt: null,
    });
    invoice.status_transitions.paid_at = now();
    report('invoice.paid', invoice);
  };

  const self = {
    customer: (id: string): Customer => find(sales.customers, 'customer', id),
    invoice: (id: string): Invoice => find(sales.invoices, 'invoice', id),
    invoicesOf: (customer: string): Invoice[] => sales.invoices.filter((one) => one.customer === customer),

    createCustomer(params: Pick<Customer, 'name' | 'email' | 'metadata'>): Customer {
      const customer: Customer = {
        id: stripeId('cus'),
        object: 'customer',
        ...params,
        address: null,
        invoice_settings: { default_payment_method: null },
        taxId: null,
        created: now(),
        livemode: false,
      };
      sales.customers.push(customer);
      report('customer.created', customer);
      return customer;
    },

    /** What a person does in the portal: a card that is accepted, an address, a tax id. */
    changeCustomer(
      id: string,
      changes: { card?: BillingCard | undefined; address?: Address | undefined; taxId?: string | undefined },
    ): void {
      const customer = self.customer(id);
      if (changes.card) {
        const last4 = { works: '4242', declined: '0002', fails_later: '0341', confirmation: '3184' }[changes.card];
        customer.invoice_settings.default_payment_method = {
          id: stripeId('pm'),
          object: 'payment_method',
          type: 'card',
          card: { brand: 'visa', last4, exp_month: 12, exp_year: 2034 },
          behaviour: changes.card,
        };
      }
      if (changes.address) customer.address = changes.address;
      if (changes.taxId !== undefined) customer.taxId = changes.taxId || null;
      report('customer.updated', customer);
    },

    createPortal(customer: string, back: string): { url: string; code: string } {
      self.customer(customer);
      const code = crypto.randomUUID();
      sales.portals.push({ code, customer, back, expires: now() + PORTAL_S });
      return { code, url: `${url()}/portal/${code}` };
    },

    portal(code: string): { customer: Customer; back: string } | null {
      const found = sales.portals.find((one) => one.code === code && one.expires > now());
      return found ? { customer: self.customer(found.customer), back: found.back } : null;
    },

    createInvoice(
      params: Pick<Invoice, 'customer' | 'metadata' | 'currency' | 'description'> & {
        autoAdvance: boolean;
        automaticTax: boolean;
      },
    ): Invoice {
      self.customer(params.customer);
      const id = stripeId('in');
      const invoice: Invoice = {
        id,
        object: 'invoice',
        customer: params.customer,
        status: 'draft',
        auto_advance: params.autoAdvance,
        automatic_tax: { enabled: params.automaticTax, status: null },
        collection_method: 'charge_automatically',
        currency: params.currency,
        description: params.description,
        metadata: params.metadata,
        lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
        subtotal: 0,
        total: 0,
        amount_due: 0,
        amount_paid: 0,
        amount_remaining: 0,
        attempted: false,
        attempt_count: 0,
        next_payment_attempt: null,
        number: null,
        hosted_invoice_url: null,
        invoice_pdf: null,
        status_transitions: { finalized_at: null, paid_at: null },
        created: now(),
        livemode: false,
      };
      sales.invoices.push(invoice);
      report('invoice.created', invoice);
      return invoice;
    },

    addLines(id: string, lines: readonly Omit<InvoiceLine, 'id' | 'object'>[]): Invoice {
      const invoice = self.invoice(id);
      if (invoice.status !== 'draft') throw new StripeFailure(400, 'This invoice is no longer editable');
      for (const line of lines) invoice.lines.data.push({ id: stripeId('il'), object: 'line_item', ...line });
      recount(invoice);
      report('invoice.updated', invoice);
      return invoice;
    },

    finalise(id: string, autoAdvance: boolean): Invoice {
      const invoice = self.invoice(id);
      if (invoice.status !== 'draft') throw new StripeFailure(400, `This invoice is already finalized`);
      const customer = self.customer(invoice.customer);
      if (invoice.automatic_tax.enabled && !customer.address) {
        throw new StripeFailure(400, "The customer's location isn't recognized.", {
          code: 'customer_tax_location_invalid',
        });
      }
      const number = `ALB-${String(sales.invoices.filter((one) => one.number).length + 1).padStart(4, '0')}`;
      Object.assign(invoice, { status: 'open', auto_advance: autoAdvance, number });
      invoice.automatic_tax.status = invoice.automatic_tax.enabled ? 'complete' : null;
      invoice.hosted_invoice_url = `${url()}/invoice/${id}`;
      invoice.invoice_pdf = `${url()}/invoice/${id}/pdf`;
      invoice.status_transitions.finalized_at = now();
      if (autoAdvance) invoice.next_payment_attempt = now();
      report('invoice.finalized', invoice);
      return invoice;
    },

    /** Charges the customer's card, as Stripe and the person on the invoice's page do. */
    pay(id: string, isConfirmed = false): boolean {
      const invoice = self.invoice(id);
      if (invoice.status !== 'open') throw new StripeFailure(400, `Invoice is ${invoice.status}`);
      invoice.attempted = true;
      const behaviour =
        self.customer(invoice.customer).invoice_settings.default_payment_method?.behaviour ?? 'declined';
      if (behaviour === 'works' || (behaviour === 'confirmation' && isConfirmed)) {
        settle(invoice);
        return true;
      }
      const days = RETRY_DAYS[invoice.attempt_count];
      invoice.attempt_count += 1;
      invoice.next_payment_attempt = days === undefined ? null : now() + days * DAY_S;
      report('invoice.payment_failed', invoice);
      if (behaviour === 'confirmation') report('invoice.payment_action_required', invoice);
      return false;
    },

    void(id: string): Invoice {
      const invoice = self.invoice(id);
      if (invoice.status !== 'open') throw new StripeFailure(400, `Invoice is ${invoice.status}`);
      Object.assign(invoice, { status: 'void', next_payment_attempt: null, amount_remaining: 0 });
      report('invoice.voided', invoice);
      return invoice;
    },

    createCreditNote(id: string, amount: number): CreditNote {
      const invoice = self.invoice(id);
      if (invoice.status !== 'open' && invoice.status !== 'paid') {
        throw new StripeFailure(400, 'You can only create credit notes for finalized invoices.');
      }
      const credited = sales.creditNotes.filter((one) => one.invoice === id).reduce((sum, one) => sum + one.amount, 0);
      if (amount < 1 || credited + amount > invoice.total) {
        throw new StripeFailure(400, 'The credit note amount exceeds the invoice.', { param: 'amount' });
      }
      const { customer, currency } = invoice;
      const note: CreditNote = {
        id: stripeId('cn'),
        object: 'credit_note',
        invoice: id,
        customer,
        amount,
        currency,
        status: 'issued',
        created: now(),
      };
      sales.creditNotes.push(note);
      if (invoice.status === 'open') {
        invoice.amount_remaining -= amount;
        if (invoice.amount_remaining === 0) settle(invoice);
      }
      report('credit_note.created', note);
      return note;
    },

    /** Charges invoices whose next payment is due. */
    charge(): void {
      for (const invoice of sales.invoices) {
        const isDue = invoice.next_payment_attempt !== null && invoice.next_payment_attempt <= now();
        if (invoice.status === 'open' && isDue) self.pay(invoice.id);
      }
    },
  };
  return self;
}

export type Sales = ReturnType<typeof createSales>;
