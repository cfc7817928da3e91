import { Hono } from 'hono';
import type { Sales } from './billing.ts';
import { listAt, numberAt, parseForm, recordAt, textAt } from './form.ts';
import { type State, StripeFailure } from './objects.ts';

/** Stripe's REST API of the platform's own customers and invoices, as far as the product calls it. */
export function createBillingApi(sales: Sales, state: State): Hono {
  const app = new Hono();
  const form = async (c: { req: { text(): Promise<string> } }) => parseForm(await c.req.text());
  const required = (value: string | undefined, name: string): string => {
    if (!value) throw new StripeFailure(400, `Missing required param: ${name}.`);
    return value;
  };

  app.post('/customers', async (c) => {
    const body = await form(c);
    const [name, email] = [textAt(body, 'name') ?? null, textAt(body, 'email') ?? null];
    return c.json(sales.createCustomer({ name, email, metadata: recordAt(body, 'metadata') }));
  });
  app.get('/customers/:id', (c) => {
    const customer = sales.customer(c.req.param('id'));
    if (c.req.query('expand[0]') === 'invoice_settings.default_payment_method') return c.json(customer);
    const { default_payment_method: method } = customer.invoice_settings;
    return c.json({ ...customer, invoice_settings: { default_payment_method: method?.id ?? null } });
  });
  app.post('/billing_portal/sessions', async (c) => {
    const body = await form(c);
    const customer = required(textAt(body, 'customer'), 'customer');
    const { url } = sales.createPortal(customer, required(textAt(body, 'return_url'), 'return_url'));
    return c.json({ id: 'bps_local', object: 'billing_portal.session', customer, url });
  });

  app.post('/invoices', async (c) => {
    const body = await form(c);
    const invoice = sales.createInvoice({
      customer: required(textAt(body, 'customer'), 'customer'),
      currency: required(textAt(body, 'currency'), 'currency'),
      description: textAt(body, 'description') ?? null,
      metadata: recordAt(body, 'metadata'),
      autoAdvance: textAt(body, 'auto_advance') === 'true',
      automaticTax: textAt(body, 'automatic_tax', 'enabled') === 'true',
    });
    return c.json(invoice);
  });
  app.get('/invoices', (c) => {
    const [customer, status, since] = [c.req.query('customer'), c.req.query('status'), c.req.query('created[gte]')];
    const [after, limit] = [c.req.query('starting_after'), Number(c.req.query('limit') ?? 10)];
    const all = state.sales.invoices
      .filter((one) => (!customer || one.customer === customer) && (!status || one.status === status))
      .filter((one) => !since || one.created >= Number(since))
      .toReversed();
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    const data = all.slice(from, from + limit);
    return c.json({ object: 'list', url: '/v1/invoices', has_more: from + limit < all.length, data });
  });
  app.get('/invoices/:id', (c) => c.json(sales.invoice(c.req.param('id'))));
  app.post('/invoices/:id/add_lines', async (c) => {
    const body = await form(c);
    const invoice = sales.invoice(c.req.param('id'));
    const lines = listAt(body, 'lines').map((line) => {
      const amount = numberAt(line, 'price_data', 'unit_amount');
      if (amount === undefined || amount < 0) throw new StripeFailure(400, 'Invalid non-negative integer');
      const currency = required(textAt(line, 'price_data', 'currency'), 'lines[price_data][currency]');
      if (currency !== invoice.currency) throw new StripeFailure(400, 'The currency of the line differs.');
      return {
        amount: amount * (numberAt(line, 'quantity') ?? 1),
        currency,
        description: textAt(line, 'description') ?? null,
        period: { start: numberAt(line, 'period', 'start') ?? 0, end: numberAt(line, 'period', 'end') ?? 0 },
      };
    });
    return c.json(sales.addLines(invoice.id, lines));
  });
  app.post('/invoices/:id/finalize', async (c) => {
    const body = await form(c);
    return c.json(sales.finalise(c.req.param('id'), textAt(body, 'auto_advance') === 'true'));
  });
  app.post('/invoices/:id/pay', (c) => {
    const id = c.req.param('id');
    if (!sales.pay(id))
      throw new StripeFailure(402, 'Your card was declined.', { code: 'card_declined', type: 'card_error' });
    return c.json(sales.invoice(id));
  });
  app.post('/invoices/:id/void', (c) => c.json(sales.void(c.req.param('id'))));
  app.post('/credit_notes', async (c) => {
    const body = await form(c);
    const invoice = required(textAt(body, 'invoice'), 'invoice');
    return c.json(sales.createCreditNote(invoice, numberAt(body, 'amount') ?? sales.invoice(invoice).total));
  });
  return app;
}
