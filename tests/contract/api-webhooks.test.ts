import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { integrations } from '#core/api/integrations.ts';
import { WEBHOOK_DATA } from '#core/api/webhook-payloads.ts';
import type { Delivery } from '#core/api/webhooks.ts';
import { booking } from '#core/api/booking.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { MAX_DELIVERY_ATTEMPTS, WEBHOOK_EVENTS, type WebhookEvent } from '#core/domain/studio/integrations.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { withdraw } from '#functions/payments/withdraw.ts';
import { runMutation } from '#functions/zero/run-mutation.ts';
import { type PostedWebhook, testApi } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { ChoosingBrowser, choosingGallery, insertSelection } from '../support/proofing.ts';
import { insertCustomer, insertGallery, insertPhoto, insertRow, newId } from '../support/rows.ts';
import { proposalClient, proposer } from '../support/proposals.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum'), await makeStudio(api, 'FOREIGN')];
const OK = { failure: null, status: 200, answer: 'ok' } as const;
const DOWN = { failure: 'status', status: 500, answer: 'broken' } as const;

beforeEach(async () => {
  await api.db.pool.query('delete from outbox');
  await api.db.pool.query('delete from webhook_endpoints');
  api.posted.length = 0;
  api.mails.length = 0;
  api.receiver.answer = OK;
});

const create = (body: object = {}, of: Studio = studio) =>
  api.call('POST', '/api/webhooks', {
    as: of.owner,
    account: of.id,
    body: { url: 'https://hooks.example/a', description: '', events: WEBHOOK_EVENTS, ...body },
  });
const make = async (body?: object, of?: Studio) => (await create(body, of)).read(integrations.createWebhook);
const settings = (method: string, path: string, body?: object) =>
  api.call(method, `/api/webhooks${path}`, { as: studio.owner, account: studio.id, ...(body ? { body } : {}) });
const log = async (id: string) => {
  const path = `/${id}/deliveries`;
  const { deliveries } = (await settings('GET', path)).read(integrations.listDeliveries);
  const content = async (one: Delivery) => ({
    ...one,
    ...(await settings('GET', `${path}/${one.id}`)).read(integrations.readDelivery),
  });
  return Promise.all(deliveries.map(content));
};
const run = () => runOutbox(api.jobs);
const mutate = (name: string, args: object) =>
  runMutation(
    api.services,
    { accountId: studio.id, userId: studio.owner.userId, role: 'owner', access: 'open' },
    name,
    args as never,
  );
const publish = async () => {
  const id = await insertGallery(api.db.pool, studio.id, { name: 'Boda' });
  await mutate('galleries.setStatus', { id, to: 'published' });
  return id;
};

/** Verifies as receivers do (standardwebhooks.com), and returns the event. */
function verified({ headers, body }: PostedWebhook, secret: string) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(signed);
  expect(headers['webhook-signature']!.split(' ')).toContain(`v1,${expected.digest('base64')}`);
  return JSON.parse(body) as { type: WebhookEvent; timestamp: string; data: Record<string, { id: string }> };
}

/** Sends a client the sample proposal, and opens it. */
async function propose() {
  const owner = proposer(api, studio);
  const customerId = await insertCustomer(api.db.pool, studio.id, { name: 'Ada' });
  const proposal = await owner.send({ customerId });
  return { ...proposal, couple: proposalClient(api, studio, await owner.link(proposal.id)) };
}

/** What causes each event, and the resource that it names. */
const CAUSES: Record<WebhookEvent, () => Promise<{ resource: string; id: string }>> = {
  'gallery.published': async () => ({ resource: 'gallery', id: await publish() }),
  'photos.ready': async () => {
    const id = await insertGallery(api.db.pool, studio.id);
    const photos = [1, 2, 3].map(() => insertPhoto(api.db.pool, studio.id, id, { status: 'processing' }));
    for (const photo of await Promise.all(photos))
      await api.db.pool.query("update photos set status = 'ready', width = 3, height = 2 where id = $1", [photo]);
    return { resource: 'gallery', id };
  },
  'selection.submitted': async () => {
    const { galleryId, photos } = await choosingGallery(api, studio);
    const { cookie } = await invitedVisitor(api, studio, galleryId, { can_select: true });
    const browser = new ChoosingBrowser(api, galleryId, [cookie]);
    const id = await insertSelection(api, studio, galleryId);
    await browser.pick(photos[0]!.id, { listId: id });
    expect((await browser.submit(id, 1)).status).toBe(200);
    return { resource: 'selection', id };
  },
  'booking.created': async () => {
    await openBooking(api, studio);
    const sessionTypeId = await offer(api, studio);
    const who = visitor(api, studio);
    const slots = await who.slots(sessionTypeId, api.clock.now() + 3 * DAY_MS, api.clock.now() + 5 * DAY_MS);
    await bookSlot(who, { sessionTypeId, start: slots.read(booking.slots).slots[0]!.start });
    const { rows } = await api.db.pool.query('select id from sessions where session_type_id = $1', [sessionTypeId]);
    return { resource: 'session', id: rows[0].id };
  },
  'proposal.sent': async () => ({ resource: 'proposal', id: (await propose()).id }),
  'proposal.accepted': async () => {
    const { id, couple, lines } = await propose();
    expect((await couple.accept([lines.small])).status).toBe(200);
    return { resource: 'proposal', id };
  },
  'proposal.declined': async () => {
    const { id, couple } = await propose();
    expect((await couple.decline('Too far away')).status).toBe(200);
    return { resource: 'proposal', id };
  },
  'order.placed': async () => {
    const [id, customerId] = [newId(), await insertCustomer(api.db.pool, studio.id, { name: 'Ada' })];
    await mutate('payments.createOrder', { id, customerId });
    await run();
    expect(api.posted).toEqual([]);
    const line = { productId: null, title: 'Album', quantity: 1, unitAmount: 9_000, discount: 0 };
    for (const title of ['Album', 'Print']) {
      await mutate('payments.addLine', { id: newId(), orderId: id, line: { ...line, title } });
    }
    return { resource: 'order', id };
  },
  'order.withdrawn': async () => {
    const { id, couple, lines } = await propose();
    expect((await couple.accept([lines.small])).status).toBe(200);
    await api.services.db.transaction((tx) =>
      withdraw(tx, { accountId: studio.id, orderId: id, name: 'Ada' }, api.clock.now()),
    );
    return { resource: 'order', id };
  },
  'payment.received': async () => {
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const [sessionId, id] = [newId(), newId()];
    const customer_id = await insertCustomer(api.db.pool, studio.id, { name: 'Ada' });
    await insertRow(api.db.pool, 'sessions', { id: sessionId, ...author, customer_id, date: new Date() });
    const payment = { sessionId, amount: 5000, date: api.clock.now(), method: 'cash', purpose: 'balance' };
    await mutate('payments.record', { id, ...payment, status: 'pending' });
    await run();
    expect(api.posted).toEqual([]);
    await mutate('payments.markPaid', { id });
    await mutate('payments.refund', {
      id: newId(),
      paymentId: id,
      amount: 1000,
      date: api.clock.now(),
      method: 'cash',
    });
    return { resource: 'payment', id };
  },
};

describe('an event', () => {
  it.each(WEBHOOK_EVENTS)('%s is sent once for its cause, signed, with its resource', async (type) => {
    const { secret, webhook } = await make({ events: [type] });
    await make({ events: WEBHOOK_EVENTS.filter((one) => one !== type), url: 'https://hooks.example/others' });
    await make({}, other);
    const { resource, id } = await CAUSES[type]();
    await run();
    await run();
    const [posted, ...more] = api.posted.filter(({ url }) => url === webhook.url);
    expect(more).toEqual([]);
    const event = verified(posted!, secret);
    expect(event).toMatchObject({ type, data: { [resource]: { id } } });
    expect(WEBHOOK_DATA[type].safeParse(event.data).success).toBe(true);
    expect(await log(webhook.id)).toMatchObject([
      { type, status: 'delivered', attempts: 1, answerStatus: 200, answer: 'ok' },
    ]);
    // Neither the other studio's webhook nor one that does not want it.
    const others = api.posted.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(others.filter((one) => one === type)).toHaveLength(1);
  });

  it('waits for photos that are still being processed, so that one event tells all', async () => {
    await make();
    const id = await insertGallery(api.db.pool, studio.id);
    const [one, two] = await Promise.all(
      [1, 2].map(() => insertPhoto(api.db.pool, studio.id, id, { status: 'processing' })),
    );
    const finish = (photo: string | undefined) =>
      api.db.pool.query("update photos set status = 'ready', width = 3, height = 2 where id = $1", [photo]);
    await finish(one);
    await run();
    expect(api.posted).toEqual([]);
    await finish(two);
    api.clock.advance(MINUTE_MS);
    await run();
    await run();
    expect(api.posted.map(({ body }) => JSON.parse(body).data.gallery.readyCount)).toEqual([2]);
  });

  it('is no event without a webhook that wants it, and rolls back with its cause', async () => {
    const count = async () => (await api.db.pool.query("select from outbox where kind = 'webhook.event'")).rows.length;
    await publish();
    expect(await count()).toBe(0);
    await make();
    const id = await insertGallery(api.db.pool, studio.id);
    await api.services.db
      .transaction(async (tx) => {
        await tx.query("update galleries set status = 'published', published_at = now() where id = $1", [id]);
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await count()).toBe(0);
  });

  it('is written once, however often a crashed run repeats it', async () => {
    const { webhook } = await make();
    await publish();
    await run();
    await api.db.pool.query("update outbox set done_at = null, attempts = 0 where kind = 'webhook.event'");
    await run();
    expect([api.posted.length, (await log(webhook.id)).length]).toEqual([1, 1]);
  });
});

describe('a delivery', () => {
  const attempt = async (after: number) => {
    api.clock.advance(after);
    await run();
  };

  it('is repeated with the same id and content until it arrives', async () => {
    const { webhook } = await make();
    api.receiver.answer = DOWN;
    await publish();
    await run();
    await run();
    await attempt(4000);
    expect(api.posted).toHaveLength(1);
    await attempt(2000);
    expect(api.posted).toHaveLength(2);
    expect(await log(webhook.id)).toMatchObject([
      { status: 'pending', attempts: 2, failure: 'status', answer: 'broken' },
    ]);
    api.receiver.answer = OK;
    await attempt(5 * MINUTE_MS + 1000);
    expect(new Set(api.posted.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    const [{ failingSince } = {}] = (await settings('GET', '')).read(integrations.listWebhooks).webhooks;
    expect([api.posted.length, failingSince]).toEqual([3, null]);
    await attempt(DAY_MS);
    expect(api.posted).toHaveLength(3);
  });

  it('ends after ten attempts in three days, which pause the webhook and tell the studio', async () => {
    const { webhook } = await make();
    api.receiver.answer = { failure: 'timeout', status: null, answer: null };
    await publish();
    for (let i = 0; i < MAX_DELIVERY_ATTEMPTS + 3; i++) await attempt(i === 0 ? 0 : DAY_MS);
    expect(api.posted).toHaveLength(4);
    const [paused] = (await settings('GET', '')).read(integrations.listWebhooks).webhooks;
    expect(paused!.pausedAt).not.toBeNull();
    expect(await log(webhook.id)).toMatchObject([{ status: 'failed', failure: 'paused' }]);
    expect(api.mails.map(({ subject }) => subject)).toEqual(['New webhook for Llum', 'Webhook paused: hooks.example']);
    // Nothing is sent meanwhile.
    await publish();
    await attempt(0);
    expect(api.posted).toHaveLength(4);
    api.receiver.answer = OK;
    await settings('PATCH', `/${webhook.id}`, { isActive: true });
    await publish();
    await attempt(0);
    expect(api.posted).toHaveLength(5);
  });

  it('ends after the last attempt of its schedule', async () => {
    const { webhook } = await make();
    api.receiver.answer = DOWN;
    await publish();
    await run();
    for (const hours of [1 / 60, 1, 1, 2, 5, 10, 14, 20, 24]) await attempt(hours * HOUR_MS + 1000);
    expect(api.posted).toHaveLength(MAX_DELIVERY_ATTEMPTS);
    expect(await log(webhook.id)).toMatchObject([{ status: 'failed', failure: 'status', nextAttemptAt: null }]);
  });

  it('pauses a webhook that is gone immediately', async () => {
    await make();
    api.receiver.answer = { failure: 'status', status: 410, answer: '' };
    await publish();
    await run();
    const [paused] = (await settings('GET', '')).read(integrations.listWebhooks).webhooks;
    expect(paused!.pausedAt).not.toBeNull();
  });

  it('is sent again on request, with its id', async () => {
    const { webhook } = await make();
    await publish();
    await run();
    const [delivery] = await log(webhook.id);
    const path = `/${webhook.id}/deliveries/${delivery!.id}/send`;
    expect((await settings('POST', path)).status).toBe(200);
    await run();
    expect(api.posted.map(({ headers }) => headers['webhook-id'])).toEqual([delivery!.eventId, delivery!.eventId]);
    const foreign = { as: other.owner, account: other.id };
    expect((await api.call('POST', `/api/webhooks${path}`, foreign)).error.code).toBe('not_found');
  });

  it('is kept for thirty days, and not longer than the client whom it names', async () => {
    const { webhook } = await make();
    const customerId = await insertCustomer(api.db.pool, studio.id, { name: 'CANARY', email: 'canary@example.org' });
    const id = await insertGallery(api.db.pool, studio.id, { customer_id: customerId });
    await mutate('galleries.setStatus', { id, to: 'published' });
    await run();
    expect(await log(webhook.id)).toHaveLength(1);
    await mutate('customers.erase', { id: customerId });
    expect(await log(webhook.id)).toEqual([]);
    await publish();
    await run();
    api.clock.advance(31 * DAY_MS);
    await emptyTrash(api.jobs);
    expect(await log(webhook.id)).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is tested with an event of its own, once', async () => {
    const { webhook, secret } = await make();
    api.receiver.answer = DOWN;
    expect((await settings('POST', `/${webhook.id}/test`)).status).toBe(201);
    await run();
    api.clock.advance(DAY_MS);
    await run();
    expect(api.posted.map((one) => verified(one, secret).type)).toEqual(['webhook.test']);
    expect(await log(webhook.id)).toMatchObject([{ status: 'failed' }]);
    const [{ failingSince } = {}] = (await settings('GET', '')).read(integrations.listWebhooks).webhooks;
    expect(failingSince).toBeNull();
  });

  it('signs with the former secret for a day after a rotation', async () => {
    const { webhook, secret } = await make();
    const next = (await settings('POST', `/${webhook.id}/secret`)).read(integrations.rotateSecret).secret;
    await settings('POST', `/${webhook.id}/test`);
    await run();
    for (const one of [secret, next]) verified(api.posted[0]!, one);
    api.clock.advance(DAY_MS + MINUTE_MS);
    await settings('POST', `/${webhook.id}/test`);
    await run();
    verified(api.posted[1]!, next);
    expect(api.posted[1]!.headers['webhook-signature']).not.toContain(' ');
  });

  it('shows its secret once', async () => {
    const { secret } = await make();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{40}$/);
    expect((await settings('GET', '')).text).not.toContain(secret.slice(6));
  });

  it('sends nothing while it is off', async () => {
    const { webhook } = await make();
    await publish();
    await settings('PATCH', `/${webhook.id}`, { isActive: false });
    await run();
    expect(api.posted).toEqual([]);
    expect((await settings('POST', `/${webhook.id}/test`)).error.code).toBe('transition_refused');
  });

  it.each(['http://hooks.example/', 'https://10.0.0.1/', 'https://hooks.example:8443/', 'https://a:b@hooks.example/'])(
    'is refused at %s',
    async (url) => expect((await create({ url })).error).toMatchObject({ code: 'validation_failed', field: 'url' }),
  );

  it('is one of at most ten, for owners and admins', async () => {
    for (let i = 0; i < 10; i++) await make();
    expect((await create()).error.code).toBe('limit_reached');
    const answer = await api.call('GET', '/api/webhooks', { as: studio.people.photographer, account: studio.id });
    expect(answer.error.code).toBe('forbidden');
  });
});
