import { Hono } from 'hono';
import { createBillingApi } from './billing-api.ts';
import type { Sales } from './billing.ts';
import { type Form, numberAt, parseForm, recordAt, textAt, textsAt } from './form.ts';
import { type State, StripeFailure } from './objects.ts';
import type { Switches } from './webhooks.ts';
import type { World } from './world.ts';

/** Seconds for which Stripe answers a repeated request by its idempotency key. */
const KEY_S = 24 * 3600;
/** Seconds for which an onboarding link works; it is used once. */
const LINK_S = 300;

interface ApiOptions {
  world: World;
  sales: Sales;
  state: State;
  switches: Switches;
  secretKey: string;
  /** Public URL of this server. */
  url: string;
  now: () => number;
}

/** Stripe's REST API, as far as the product calls it. */
export function createStripeApi({ world, sales, state, switches, secretKey, url, now }: ApiOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    if (!(error instanceof StripeFailure)) throw error;
    return c.json({ error: error.error }, error.status);
  });
  app.use('*', async (c, next) => {
    if (switches.down) return c.json({ error: { type: 'api_error', message: 'down' } }, 503);
    if (c.req.header('authorization') !== `Bearer ${secretKey}`)
      throw new StripeFailure(401, 'Invalid API Key provided');
    const key = c.req.header('idempotency-key');
    if (c.req.method !== 'POST' || !key) return next();
    const account = c.req.header('stripe-account') ?? '';
    const name = `${account} ${key}`;
    const request = `${c.req.path} ${await c.req.text()}`;
    const known = state.answers[name];
    if (known && now() - known.at < KEY_S) {
      if (known.request !== request) {
        const message =
          'Keys for idempotent requests can only be used with the same parameters they were first used with.';
        return c.json({ error: { type: 'idempotency_error', message } }, 400);
      }
      return c.body(known.body, known.status as 200, {
        'content-type': 'application/json',
        'idempotent-replayed': 'true',
      });
    }
    await next();
    // A request that failed validation is not stored: its key can be used again.
    if (c.res.status < 400)
      state.answers[name] = { status: c.res.status, body: await c.res.clone().text(), request, at: now() };
  });
  const form = async (c: { req: { text(): Promise<string> } }): Promise<Form> => parseForm(await c.req.text());
  const accountOf = (c: { req: { header(name: string): string | undefined } }) =>
    c.req.header('stripe-account') ?? c.req.header('stripe-context');

  app.post('/accounts', async (c) => {
    const body = await form(c);
    return c.json(world.createAccount(textAt(body, 'email') ?? null, recordAt(body, 'metadata')));
  });
  app.get('/accounts/:id', (c) => c.json(world.connected(c.req.param('id')).account));
  app.post('/account_links', async (c) => {
    const body = await form(c);
    const id = textAt(body, 'account');
    const { links } = world.connected(id);
    const [refresh, back] = [textAt(body, 'refresh_url'), textAt(body, 'return_url')];
    if (!refresh || !back) throw new StripeFailure(400, 'Missing required param: return_url.');
    const code = crypto.randomUUID();
    const expires = now() + LINK_S;
    links.push(JSON.stringify({ code, refresh, back, expires }));
    const link = { object: 'account_link', created: now(), expires_at: expires, url: `${url}/connect/${id}/${code}` };
    return c.json(link);
  });

  app.post('/checkout/sessions', async (c) => {
    const body = await form(c);
    const product = ['line_items', 0, 'price_data'] as const;
    const [amount, currency] = [numberAt(body, ...product, 'unit_amount'), textAt(body, ...product, 'currency')];
    const [successUrl, expiresAt] = [textAt(body, 'success_url'), numberAt(body, 'expires_at')];
    if (textAt(body, 'mode') !== 'payment' || amount === undefined || !currency || !successUrl || !expiresAt) {
      throw new StripeFailure(400, 'Missing required param.');
    }
    const params = {
      amount: amount * (numberAt(body, 'line_items', 0, 'quantity') ?? 1),
      currency,
      name: textAt(body, ...product, 'product_data', 'name') ?? '',
      description: textAt(body, ...product, 'product_data', 'description') ?? '',
      methods: textsAt(body, 'allowed_payment_method_types'),
      expiresAt,
      successUrl,
      cancelUrl: textAt(body, 'cancel_url') ?? null,
      email: textAt(body, 'customer_email') ?? null,
      locale: textAt(body, 'locale') ?? null,
      reference: textAt(body, 'client_reference_id') ?? null,
      metadata: recordAt(body, 'metadata'),
      intentMetadata: recordAt(body, 'payment_intent_data', 'metadata'),
    };
    const account = accountOf(c);
    return c.json(world.createSession(account, params, (id) => `${url}/pay/${account}/${id}`));
  });
  app.get('/checkout/sessions/:id', (c) => {
    const session = world.session(accountOf(c), c.req.param('id'));
    const { payment_intent: intent } = session;
    const expand = c.req.query('expand[0]') ?? '';
    if (intent === null || !expand.startsWith('payment_intent')) return c.json(session);
    const found = world.intent(accountOf(c), intent);
    const method = expand === 'payment_intent.payment_method' ? found.payment_method : found.payment_method.id;
    return c.json({ ...session, payment_intent: { ...found, payment_method: method } });
  });
  app.post('/checkout/sessions/:id/expire', (c) => c.json(world.expire(accountOf(c), c.req.param('id'))));
  app.get('/payment_intents/:id', (c) => c.json(world.intent(accountOf(c), c.req.param('id'))));

  app.post('/refunds', async (c) => {
    const body = await form(c);
    const intentId = textAt(body, 'payment_intent') ?? '';
    const params = { intentId, amount: numberAt(body, 'amount'), metadata: recordAt(body, 'metadata') };
    return c.json(world.createRefund(accountOf(c), params));
  });
  app.get('/refunds', (c) => {
    const intent = c.req.query('payment_intent');
    const { refunds } = world.connected(accountOf(c));
    const data = refunds.filter((one) => !intent || one.payment_intent === intent).toReversed();
    return c.json({ object: 'list', url: '/v1/refunds', has_more: false, data });
  });
  app.get('/refunds/:id', (c) => c.json(world.refund(accountOf(c), c.req.param('id'))));
  app.get('/disputes/:id', (c) => c.json(world.dispute(accountOf(c), c.req.param('id'))));
  app.route('/', createBillingApi(sales, state));
  app.all('*', (c) => {
    throw new StripeFailure(404, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  return app;
}
