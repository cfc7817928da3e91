import { Hono } from 'hono';
import { decimalAmount, escapeHtml } from '#core/domain/values/format.ts';
import { type BillingCard, BILLING_CARDS, type Invoice } from './billing-objects.ts';
import type { Sales } from './billing.ts';
import { page } from './page-frame.ts';

const CARD_NAMES: Readonly<Record<BillingCard, string>> = {
  works: 'A card that works',
  declined: 'A card that is declined',
  fails_later: 'A card that is accepted and fails when it is charged',
  confirmation: 'A card whose payments need a confirmation',
};

const money = (amount: number, currency: string) => {
  const code = currency.toUpperCase();
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency: code }).format(decimalAmount(amount, code));
};

/** The pages of the platform's customers: portal, and an invoice to pay. */
export function createBillingPages(sales: Sales): Hono {
  const app = new Hono();
  app.get('/portal/:code', (c) => {
    const found = sales.portal(c.req.param('code'));
    if (!found) return c.html(page('Expired', '<p>This link has expired.</p>'), 410);
    const { customer, back } = found;
    const method = customer.invoice_settings.default_payment_method;
    const cards = BILLING_CARDS.map((card) => `<button name="card" value="${card}">${CARD_NAMES[card]}</button>`).join(
      '',
    );
    return c.html(
      page(
        'Billing',
        `<p>Card: ${method ? `${method.card.brand} ${method.card.last4}` : 'none'}. Address: ${escapeHtml(
          customer.address ? `${customer.address.line1 ?? ''} ${customer.address.country}` : 'none',
        )}. Tax id: ${escapeHtml(customer.taxId ?? 'none')}.</p>
        <form method="post">${cards}</form>
        <form method="post">
          <label>Street <input name="line1" value="Carrer Major 1" required></label>
          <label>Country <input name="country" value="ES" pattern="[A-Z]{2}" required></label>
          <label>Tax id <input name="taxId"></label><button>Save the address</button>
        </form><p><a href="${escapeHtml(back)}">Back</a></p>`,
      ),
    );
  });
  app.post('/portal/:code', async (c) => {
    const found = sales.portal(c.req.param('code'));
    if (!found) return c.text('This link has expired', 410);
    const { card, line1, country, taxId } = (await c.req.parseBody()) as Record<string, string | undefined>;
    sales.changeCustomer(found.customer.id, {
      card: BILLING_CARDS.find((one) => one === card),
      address: country ? { country, line1: line1 ?? '', city: null, postal_code: null } : undefined,
      taxId,
    });
    return c.redirect(c.req.path, 303);
  });

  app.get('/invoice/:id', (c) => c.html(invoicePage(sales.invoice(c.req.param('id')))));
  app.post('/invoice/:id', (c) => {
    const invoice = sales.invoice(c.req.param('id'));
    const isPaid = invoice.status === 'open' && sales.pay(invoice.id, true);
    return c.html(invoicePage(invoice), isPaid ? 200 : 402);
  });
  app.get('/invoice/:id/pdf', (c) => c.html(invoicePage(sales.invoice(c.req.param('id')))));
  return app;
}

function invoicePage({ number, status, lines, subtotal, total, currency }: Invoice): string {
  const rows = lines.data.map(
    ({ description, amount }) => `<li>${escapeHtml(description ?? '')}: ${money(amount, currency)}</li>`,
  );
  const pay = status === 'open' ? '<form method="post"><button>Pay</button></form>' : '';
  return page(
    `Invoice ${number ?? ''}`,
    `<ul>${rows.join('')}</ul><p>${money(subtotal, currency)}, with VAT ${money(total, currency)}: ${status}</p>${pay}`,
  );
}
