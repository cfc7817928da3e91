import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stripe as endpoints } from '#core/api/stripe.ts';
import type { StripeStatus } from '#core/domain/payments/card-payments.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import type { StripeEvent } from '#local/stripe/objects.ts';
import { signPayload } from '#local/stripe/webhooks.ts';
import type { Onboarding } from '#local/stripe/accounts.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { connectStripe, deliverAll, takeEvents } from '../support/stripe.ts';
import { makeStudio, stranger, type Studio } from '../support/studio.ts';

expectLogged('stripe_failed');

const SECRET = `whsec_${'0'.repeat(32)}`;
const api = await testApi();
let studio: Studio;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  api.operator.hasStripe = true;
  studio = await makeStudio(api);
  takeEvents(api);
});

const post = (what: string, as = studio.owner) => api.call('POST', `/api/stripe/${what}`, { as, account: studio.id });
const row = async () =>
  (await api.db.pool.query('select * from stripe_accounts where account_id = $1', [studio.id])).rows[0];

describe('connecting a studio', () => {
  it('redirects to Stripe’s form, again with the same account', async () => {
    const { url } = (await post('connect')).read(endpoints.connect);
    const { stripe_id: id } = await row();
    expect(url).toContain(`${api.stripe.url}/connect/${id}/`);
    const again = (await post('connect')).read(endpoints.connect);
    expect(again.url).toContain(`/connect/${id}/`);
    expect(await row()).toMatchObject({ stripe_id: id, status: 'incomplete', charges_enabled: false });
  });

  it.each<[Onboarding, StripeStatus]>([
    ['incomplete', 'incomplete'],
    ['review', 'review'],
    ['complete', 'active'],
    ['restrict', 'restricted'],
    ['reject', 'rejected'],
  ])('shows a form that ended with "%s" as %s', async (how, status) => {
    await connectStripe(api, studio, how);
    expect(await row()).toMatchObject({ status, charges_enabled: status === 'active' });
  });

  it('needs no form for an account that is complete', async () => {
    await connectStripe(api, studio);
    await post('disconnect');
    expect(await row()).toMatchObject({ status: 'disconnected', charges_enabled: false });
    expect((await post('connect')).read(endpoints.connect).url).toBeNull();
    expect(await row()).toMatchObject({ status: 'active' });
  });

  it('starts over with another account after its access was removed at Stripe', async () => {
    const id = await connectStripe(api, studio);
    api.stripe.world.deauthorize(id);
    await deliverAll(api);
    expect(await row()).toMatchObject({ status: 'disconnected' });
    expect((await post('connect')).read(endpoints.connect).url).toContain('/connect/acct_');
    expect((await row()).stripe_id).not.toBe(id);
  });

  it('follows what Stripe reports, and stays disconnected', async () => {
    const id = await connectStripe(api, studio);
    api.stripe.world.onboard(id, 'restrict');
    await deliverAll(api);
    expect(await row()).toMatchObject({ status: 'restricted' });
    await post('disconnect');
    api.stripe.world.onboard(id, 'complete');
    await deliverAll(api);
    expect(await row()).toMatchObject({ status: 'disconnected' });
  });

  it.each<[Role, number]>([
    ['owner', 200],
    ['admin', 200],
    ['photographer', 403],
    ['assistant', 403],
  ])('is allowed or not: the %s gets %i', async (role, status) => {
    for (const what of ['connect', 'refresh', 'disconnect']) {
      expect((await post(what, studio.people[role])).status).toBe(status);
    }
  });

  it('is refused to strangers, in an installation without Stripe, and without Stripe’s answer', async () => {
    expect((await post('connect', stranger())).status).toBe(403);
    api.operator.hasStripe = false;
    expect((await post('connect')).error.code).toBe('card_payments_off');
    api.operator.hasStripe = true;
    api.stripe.switches.down = true;
    expect((await post('connect')).error.code).toBe('payment_unreachable');
    api.stripe.switches.down = false;
    expect(await row()).toBeUndefined();
  });

  it('is limited', async () => {
    const codes = [];
    for (let count = 0; count < 31; count++) codes.push((await post('refresh')).status);
    expect([codes[29], codes[30]]).toEqual([200, 429]);
  });

  it('ends when the studio closes', async () => {
    await connectStripe(api, studio);
    const name = 'Studio';
    const closed = await api.call('POST', `/api/accounts/${studio.id}/close`, { as: studio.owner, body: { name } });
    expect(closed.status).toBe(200);
    expect(await row()).toMatchObject({ status: 'disconnected' });
  });
});

describe('POST /api/stripe/webhook', () => {
  const event = (values: Partial<StripeEvent> = {}): StripeEvent => ({
    id: `evt_${crypto.randomUUID().replaceAll('-', '')}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'account.updated',
    account: 'acct_unknown',
    created: 0,
    data: { object: { id: 'acct_unknown' } },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...values,
  });
  const send = (payload: string, signature: string) =>
    api.call('POST', '/api/stripe/webhook', {
      channel: null,
      body: payload,
      headers: { 'stripe-signature': signature },
    });

  it('accepts only what Stripe signed, a moment ago', async () => {
    const payload = JSON.stringify(event());
    const now = api.clock.now();
    const answers = await Promise.all([
      send(payload, signPayload(payload, SECRET, now)),
      send(payload.replace('updated', 'removed'), signPayload(payload, SECRET, now)),
      send(payload, signPayload(payload, `whsec_${'1'.repeat(32)}`, now)),
      send(payload, signPayload(payload, SECRET, now - 3_600_000)),
      send(payload, ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400]);
    expect(answers[1]!.error.code).toBe('webhook_signature_invalid');
  });

  it.each([
    ['no JSON', '{"id":', ''],
    ['nothing', 'null', ''],
    ['no event', '{"type":7,"data":{"object":null},"id":"evt_secret"}', 'type data.object'],
  ])('refuses %s that is signed, and logs no value of it', async (_, payload, fields) => {
    const lines: string[] = [];
    const printed = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    onTestFinished(() => printed.mockRestore());
    const answer = await send(payload, signPayload(payload, SECRET, api.clock.now()));
    expect([answer.status, answer.error.code]).toEqual([400, 'webhook_event_invalid']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'stripe_event_invalid', fields }]);
    expect(lines.join('')).not.toContain('evt_secret');
  });

  it('ignores unknown accounts, unknown kinds and events without an account', async () => {
    await connectStripe(api, studio);
    const { stripe_id: account } = await row();
    const ignored = [event(), event({ account, type: 'payout.paid' }), event({ account: undefined as never })];
    for (const one of ignored) expect(await api.stripe.deliver(one)).toBe(200);
    const ids = ignored.map(({ id }) => id);
    const { rows } = await api.db.pool.query('select from stripe_events where event_id = any ($1)', [ids]);
    expect(rows).toEqual([]);
  });

  it('asks for a repetition while Stripe cannot be read', async () => {
    const id = await connectStripe(api, studio);
    api.stripe.world.onboard(id, 'restrict');
    const events = takeEvents(api);
    api.stripe.switches.down = true;
    expect(await api.stripe.deliver(events.at(-1)!)).toBe(503);
    api.stripe.switches.down = false;
    expect(await api.stripe.deliver(events.at(-1)!)).toBe(200);
    expect(await row()).toMatchObject({ status: 'restricted' });
  });
});
