import { type Onboarding, ONBOARDINGS } from './accounts.ts';
import { Hono } from 'hono';
import { decimalAmount, escapeHtml } from '#core/domain/values/format.ts';
import { type Card, CARDS, type CheckoutSession, type Connected, type Method, METHODS } from './objects.ts';
import { page } from './page-frame.ts';
import type { World } from './world.ts';

const CARD_NAMES: Readonly<Record<Card, string>> = {
  works: 'A card that works',
  declined: 'A card that is declined',
  refund_pending: 'A card whose refunds take a while',
  refund_fails: 'A card whose refunds fail',
  processing: 'A payment that arrives later',
};

const METHOD_NAMES: Readonly<Record<Method, string>> = {
  card: 'Card',
  bizum: 'Bizum',
  klarna: 'Klarna',
  ideal: 'iDEAL',
  sepa_debit: 'SEPA direct debit, which arrives later',
};

const ONBOARDING_NAMES: Readonly<Record<Onboarding, string>> = {
  complete: 'Complete',
  review: 'Complete, and wait for a review',
  incomplete: 'Leave it incomplete',
  reject: 'Be rejected',
  restrict: 'Something is missing',
};

const money = (amount: number, currency: string) => {
  const code = currency.toUpperCase();
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency: code }).format(decimalAmount(amount, code));
};

/** The pages that people see at Stripe: onboarding, the pay page, and the account's dashboard. */
export function createStripePages(world: World, now: () => number): Hono {
  const app = new Hono();
  app.use('*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  app.get('/connect/:account/:code', (c) => {
    const { account, code } = c.req.param();
    const link = findLink(world.connected(account), code);
    if (!link) return c.html(page('Expired', '<p>This link has expired.</p>'), 410);
    if (link.expires <= now()) return c.redirect(link.refresh, 303);
    const buttons = ONBOARDINGS.map(
      (how) => `<button name="how" value="${how}">${ONBOARDING_NAMES[how]}</button>`,
    ).join('');
    const text = '<p>Connect your account, so that clients can pay you by card.</p>';
    return c.html(page('Onboarding', `${text}<form method="post">${buttons}</form>`));
  });
  app.post('/connect/:account/:code', async (c) => {
    const { account, code } = c.req.param();
    const found = world.connected(account);
    const link = findLink(found, code);
    if (!link) return c.text('This link has expired', 410);
    found.links = found.links.filter((one) => !one.includes(code));
    const how = (await c.req.parseBody())['how'];
    if (ONBOARDINGS.includes(how as Onboarding)) world.onboard(account, how as Onboarding);
    return c.redirect(link.back, 303);
  });

  app.get('/pay/:account/:id', (c) => {
    const { account, id } = c.req.param();
    return c.html(payPage(world.connected(account), world.session(account, id)));
  });
  app.post('/pay/:account/:id', async (c) => {
    const { account, id } = c.req.param();
    const { card: chosen = 'works', action } = (await c.req.parseBody()) as { card?: Card | Method; action?: string };
    const method = METHODS.find((one) => one === chosen && one !== 'card') ?? 'card';
    const card = method === 'card' ? (chosen as Card) : 'works';
    const session = world.session(account, id);
    if (action === 'expire') {
      if (session.status === 'open') world.expire(account, id);
      return c.html(payPage(world.connected(account), session));
    }
    if (session.status !== 'open' || !CARDS.includes(card)) {
      return c.html(payPage(world.connected(account), session), 409);
    }
    if (!world.pay(account, id, card, method)) {
      return c.html(payPage(world.connected(account), session, 'Your card was declined.'), 402);
    }
    return c.redirect(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), 303);
  });

  app.get('/dashboard/:account', (c) => c.html(dashboard(world.connected(c.req.param('account')))));
  app.post('/dashboard/:account', async (c) => {
    const { account } = c.req.param();
    const { action, id = '', amount } = (await c.req.parseBody()) as Record<string, string>;
    if (action === 'refund') {
      world.createRefund(account, { intentId: id, amount: amount ? Number(amount) : undefined, metadata: {} });
    } else if (action === 'succeeded' || action === 'failed') world.finishRefund(account, id, action);
    else if (action === 'arrived' || action === 'bounced') {
      const session = world.connected(account).sessions.find((one) => one.payment_intent === id);
      if (session) world.settle(account, session.id, action === 'arrived');
    } else if (action === 'returned') world.returnPayment(account, id);
    else if (action === 'dispute') world.openDispute(account, id);
    else if (action === 'won' || action === 'lost') world.closeDispute(account, id, action);
    else if (action === 'deauthorize') {
      world.deauthorize(account);
      return c.html(page('Dashboard', '<p>Albumen has no access any more.</p>'));
    } else if (ONBOARDINGS.includes(action as Onboarding)) world.onboard(account, action as Onboarding);
    return c.redirect(`/dashboard/${account}`, 303);
  });
  return app;
}

interface Link {
  code: string;
  refresh: string;
  back: string;
  expires: number;
}

function findLink({ links }: Connected, code: string): Link | undefined {
  return links.map((one) => JSON.parse(one) as Link).find((link) => link.code === code);
}

function payPage({ account }: Connected, session: CheckoutSession, message = ''): string {
  const studio = account.metadata['name'] ?? account.email ?? '';
  const facts = `<h2>${escapeHtml(studio)}</h2><p>${escapeHtml(session.name)}</p><p>${escapeHtml(session.description)}</p>
<p class="amount">${money(session.amount_total, session.currency)}</p>`;
  if (session.status !== 'open') {
    return page('Checkout', `${facts}<p role="status">This checkout is ${session.status}.</p>`);
  }
  const methods = METHODS.filter((method) => method !== 'card' && session.methods.includes(method));
  const choices = [...CARDS.map((card) => [card, CARD_NAMES[card]]), ...methods.map((one) => [one, METHOD_NAMES[one]])];
  const cards = choices
    .map(
      ([value, label], index) =>
        `<label><input type="radio" name="card" value="${value}"${index === 0 ? ' checked' : ''}> ${label}</label>`,
    )
    .join('');
  const back = session.cancel_url
    ? `<a href="${escapeHtml(session.cancel_url)}">Back to ${escapeHtml(studio)}</a>`
    : '';
  return page(
    'Checkout',
    `${facts}<p role="alert">${escapeHtml(message)}</p>
<form method="post">${cards}<button>Pay ${money(session.amount_total, session.currency)}</button>
<button name="action" value="expire">Let it expire</button></form>${back}`,
  );
}

function dashboard({ account, intents, refunds, disputes }: Connected): string {
  const act = (id: string, actions: readonly string[], extra = '') =>
    `<form method="post"><input type="hidden" name="id" value="${id}">${extra}${actions
      .map((action) => `<button name="action" value="${action}">${action}</button>`)
      .join('')}</form>`;
  const amount = '<label>Amount <input name="amount" inputmode="numeric" size="8"></label>';
  const rows = [
    ...intents.map((one) => [
      one.id,
      money(one.amount, one.currency),
      one.status,
      act(one.id, one.status === 'processing' ? ['arrived', 'bounced'] : ['refund', 'dispute', 'returned'], amount),
    ]),
    ...refunds.map((one) => [
      one.id,
      money(-one.amount, one.currency),
      one.status,
      act(one.id, ['succeeded', 'failed']),
    ]),
    ...disputes.map((one) => [one.id, money(-one.amount, one.currency), one.status, act(one.id, ['won', 'lost'])]),
  ];
  const state = account.charges_enabled ? 'takes payments' : (account.requirements.disabled_reason ?? 'incomplete');
  const table = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`).join('');
  const buttons = act(account.id, [...ONBOARDINGS, 'deauthorize']);
  return page('Dashboard', `<p>${account.id}: ${state}</p>${buttons}<table>${table}</table>`);
}
