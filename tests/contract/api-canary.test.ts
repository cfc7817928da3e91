import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { SCOPES } from '#core/domain/studio/integrations.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { makeDocuments } from '../support/documents.ts';
import { expectLogged } from '../support/expected-log.ts';
import { invite } from '../support/gallery-invites.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';

expectLogged('PushProcessor', 'push_failed');

interface Tenant {
  contractId: string;
  questionnaireId: string;
  studio: Studio;
  galleryId: string;
  photoId: string;
  fileId: string;
  listId: string;
  commentId: string;
  grantId: string;
  inviteId: string;
  memberId: string;
  sessionTypeId: string;
  /** Token of the client's page. */
  clientToken: string;
  /** Token of a booking. */
  link: string;
  /** A free slot. */
  start: number;
  customerId: string;
  /** An API token with all scopes. */
  token: string;
  tokenId: string;
  webhookId: string;
  deliveryId: string;
}

const api = await testApi();
const own = await makeTenant('CANARY-OWN');
const foreign = await makeTenant('CANARY-FOREIGN');

/** Creates a studio whose marker fills everything that can hold text. */
async function makeTenant(marker: string): Promise<Tenant> {
  const studio = await makeStudio(api, marker);
  const customer = await insertCustomer(api.db.pool, studio.id, {
    name: marker,
    notes: marker,
    email: `${marker}@example.org`,
  });
  const galleryId = await publishedGallery(api, studio, {
    name: marker,
    description: marker,
    visibility: 'invite',
    customer_id: customer,
  });
  const photo = await readyPhoto(api, studio, galleryId, {
    filename: `${marker}.jpg`,
    metadata: { artist: marker, copyright: marker },
  });
  const settings = { businessName: marker, bio: marker, address: marker, lockedDays: [marker] };
  await api.db.pool.query(
    `update settings set value = value || $2::jsonb where account_id = $1 and key = 'photographer'`,
    [studio.id, JSON.stringify(settings)],
  );
  await insertRow(api.db.pool, 'locations', {
    id: newId(),
    account_id: studio.id,
    author_id: studio.owner.userId,
    name: marker,
  });
  const { grantId } = await invite(api, studio, galleryId, { data: { label: marker } });
  const said = { photo_id: photo.id, file_id: photo.fileId, body: marker, person_id: grantId };
  const [listId, commentId] = [newId(), newId()];
  const inGallery = { account_id: studio.id, gallery_id: galleryId };
  await insertRow(api.db.pool, 'pick_lists', { id: listId, ...inGallery, kind: 'selection', name: marker });
  await insertRow(api.db.pool, 'photo_comments', { id: commentId, ...inGallery, ...said, list_id: listId });
  const asked = await api.call('POST', '/api/members/invites', {
    as: studio.owner,
    account: studio.id,
    body: { email: `colleague-${marker}@example.org`, role: 'assistant' },
  });
  const { inviteId } = asked.read(endpoints.members.invite);
  const memberId = studio.people.photographer.userId;
  const made = await api.call('POST', `/api/customers/${customer}/client-links`, {
    as: studio.owner,
    account: studio.id,
    body: { send: false },
  });
  const clientToken = made.read(endpoints.portal.create).url!.split('/').at(-1)!;
  const booked = await makeBooking(studio, marker);
  const chosen = { photoId: photo.id, fileId: photo.fileId, listId, commentId };
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const { rows } = await api.db.pool.query('select id from sessions where account_id = $1', [studio.id]);
  const { contractId, questionnaireId } = await makeDocuments(api.db.pool, author, rows[0].id);
  await api.db.pool.query('update contracts set title = $2 where id = $1', [contractId, marker]);
  const documents = { contractId, questionnaireId };
  const integrated = await integrate(studio, marker);
  const ids = { grantId, inviteId, memberId, customerId: customer };
  return { studio, galleryId, clientToken, ...chosen, ...ids, ...booked, ...integrated, ...documents };
}

/** Creates an API token and a webhook with a delivery. */
async function integrate(studio: Studio, marker: string) {
  const by = { as: studio.owner, account: studio.id };
  const wanted = { name: marker, scopes: SCOPES, expiresAt: api.clock.now() + DAY_MS };
  const made = (await api.call('POST', '/api/tokens', { ...by, body: wanted })).read(
    endpoints.integrations.createToken,
  );
  const webhook = {
    url: `https://${marker.toLowerCase()}.example/`,
    description: marker,
    events: ['gallery.published'],
  };
  const added = await api.call('POST', '/api/webhooks', { ...by, body: webhook });
  const webhookId = added.read(endpoints.integrations.createWebhook).webhook.id;
  const sent = await api.call('POST', `/api/webhooks/${webhookId}/test`, by);
  const { deliveryId } = sent.read(endpoints.integrations.testWebhook);
  return { token: made.token, tokenId: made.created.id, webhookId, deliveryId };
}

async function makeBooking(studio: Studio, marker: string): Promise<Pick<Tenant, 'sessionTypeId' | 'link' | 'start'>> {
  await openBooking(api, studio);
  const sessionTypeId = await offer(api, studio, { type: { name: `Type of ${marker}` }, plan: { location: marker } });
  const who = visitor(api, studio);
  const slots = await who.slots(sessionTypeId, api.clock.now() + 3 * DAY_MS, api.clock.now() + 5 * DAY_MS);
  const [first, second] = slots.read(endpoints.booking.slots).slots;
  const link = await bookSlot(who, { sessionTypeId, start: first!.start }, { name: marker, message: marker });
  return { sessionTypeId, link, start: second!.start };
}

const ALL = Object.entries(endpoints).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(
    ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
  ),
);

/** Bodies that would be accepted if the ids belonged to the caller. */
function bodyOf(name: string, tenant: Tenant): unknown {
  const { studio, galleryId, photoId, fileId, listId, memberId, start } = tenant;
  const file = { photoId, filename: 'a.jpg', size: 10, type: 'image/jpeg' };
  const now = api.clock.now();
  const mutation = { type: 'custom', id: 1, clientID: newId(), name: 'galleries.update', timestamp: now };
  const bodies: Record<string, unknown> = {
    'accounts.update': { name: 'x' },
    'accounts.testMail': { kind: 'receipt', language: 'en', subject: 'x', body: 'x' },
    'accounts.close': { name: 'CANARY-FOREIGN' },
    'me.remove': { email: studio.owner.email },
    'members.invite': { email: studio.people.admin.email, role: 'admin' },
    'members.changeRole': { role: 'assistant' },
    'members.transfer': { userId: memberId },
    'accounts.slug': { slug: `x-${newId(8)}` },
    // The caller's own ids do not exist at the other studio.
    'booking.hold': { sessionTypeId: own.sessionTypeId, start },
    'booking.release': { token: own.link },
    'booking.book': {
      hold: own.link,
      slot: { sessionTypeId: own.sessionTypeId, start },
      client: { name: 'x', email: `CANARY-FOREIGN@example.org`, phone: '', message: '', language: 'en' },
    },
    'booking.reschedule': { start },
    'contracts.sign': { name: 'Pau Riba', hasConsent: true, textHash: 'a'.repeat(64) },
    'contracts.answer': { answers: {} },
    'contracts.countersign': { name: 'Pau Riba' },
    'integrations.createCustomer': { name: 'x', id: foreign.customerId },
    'integrations.createContact': { name: 'x', id: foreign.customerId },
    'integrations.updateContact': { name: 'x' },
    'integrations.createGallery': { name: 'x', customerId: foreign.customerId },
    'integrations.createSection': { name: 'x' },
    'integrations.updateWebhook': { isActive: false },
    'galleries.password': { password: 'sea-breeze' },
    'invites.create': { email: 'a@example.org', data: { galleryId, accountSlug: studio.slug } },
    'invites.verify': { token: newId(43) },
    'invites.renew': { token: newId(43) },
    'portal.create': { send: true },
    'proofing.details': { name: 'x', email: '' },
    'proofing.pick': { state: 'pick' },
    'proofing.saveList': { name: 'x' },
    'proofing.submit': { version: 0 },
    'proofing.saveComment': { photoId, fileId, listId, body: 'x' },
    'proofing.recover': { email: 'a@example.org' },
    'proofing.adopt': { token: newId(43) },
    'uploads.presign': { galleryId, files: [file] },
    'uploads.complete': { galleryId, photoIds: [photoId] },
    'uploads.cancel': { galleryId, photoIds: [photoId] },
    'zero.query': ['transform', [{ id: 'q', name: 'galleries.byId', args: [{ id: galleryId }] }]],
    'zero.mutate': {
      clientGroupID: newId(),
      pushVersion: 1,
      timestamp: now,
      requestID: newId(),
      mutations: [{ ...mutation, args: [{ id: galleryId, changes: { name: 'x' }, now }] }],
    },
  };
  return bodies[name];
}

function pathOf(endpoint: Endpoint, tenant: Tenant): string {
  const token = endpoint.path.includes('/client/') ? own.clientToken : own.link;
  const { studio, customerId, galleryId, photoId, grantId, inviteId, memberId, listId, commentId } = tenant;
  return endpoint.path
    .replace(':accountId', studio.id)
    .replace(':accountSlug', studio.slug)
    .replace(':galleryId', galleryId)
    .replace(':photoId', photoId)
    .replace(':listId', listId)
    .replace(':commentId', commentId)
    .replace(':contractId', tenant.contractId)
    .replace(':questionnaireId', tenant.questionnaireId)
    .replace(':grantId', grantId)
    .replace(':inviteId', inviteId)
    .replace(':userId', memberId)
    .replace(':customerId', customerId)
    .replace(':contactId', customerId)
    .replace(':selectionId', listId)
    .replace(':tokenId', tenant.tokenId)
    .replace(':webhookId', tenant.webhookId)
    .replace(':deliveryId', tenant.deliveryId)
    .replace(':token', token);
}

/** Pages without a script, which name their studio and how to reach it. */
const PLAIN_PAGES: ReadonlySet<string> = new Set([
  'invites.openPage',
  'invites.renewPage',
  'portal.plain',
  'portal.plainGallery',
  'portal.plainRequest',
  'publicPages.plainGallery',
  'publicPages.plainPassword',
]);

describe('another studio’s marker', () => {
  it.each(ALL)('is in no response of %s, which changes nothing of that studio', async (name, endpoint) => {
    const before = await fingerprint(foreign.studio.id);
    const answer = await api.call(endpoint.method, pathOf(endpoint, foreign), {
      ...(endpoint.access === 'token' ? { token: own.token } : { as: own.studio.owner }),
      account: own.studio.id,
      channel: endpoint.channel ?? null,
      headers: { 'x-api-key': ZERO_API_KEY },
      ...(endpoint.method === 'GET' ? {} : { body: bodyOf(name, foreign) ?? {} }),
    });
    // The public name of a studio may appear in this response and on the page of a closed gallery.
    const { text } = answer;
    if (['publicPages.studio', 'publicPages.gallery', 'booking.types'].includes(name)) {
      expect(text).not.toMatch(/CANARY-FOREIGN\.jpg|CANARY-FOREIGN@|lockedDays/);
    } else if (PLAIN_PAGES.has(name)) {
      expect(text).not.toMatch(/CANARY-FOREIGN\.jpg|CANARY-FOREIGN@|Hello|<h1>CANARY-FOREIGN|\/api\/images\//);
    } else {
      expect(text).not.toContain('CANARY-FOREIGN');
    }
    expect(await fingerprint(foreign.studio.id)).toBe(before);
  });

  it('is in none of our mails', async () => {
    await runOutbox(api.jobs);
    const mails = api.mails.filter(({ fromName }) => fromName === 'CANARY-OWN');
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) expect(JSON.stringify(mail)).not.toContain('CANARY-FOREIGN');
  });
});

/** All rows of an account as one text. */
async function fingerprint(accountId: string): Promise<string> {
  const tables = [
    'galleries',
    'photos',
    'grants',
    'grant_tokens',
    'gallery_people',
    'pick_lists',
    'picks',
    'pick_rounds',
    'photo_comments',
    'contracts',
    'contract_texts',
    'questionnaires',
    'settings',
    'account_members',
    'gallery_secrets',
    'team_invites',
    'security_events',
    'outbox',
    'customers',
    'sessions',
    'session_links',
    'client_links',
    'client_link_tokens',
    'client_link_galleries',
    'slot_holds',
    'calendar_feeds',
    'api_tokens',
    'webhook_endpoints',
    'webhook_deliveries',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      api.db.pool.query(`select to_jsonb(t) as row from ${table} t where account_id = $1 order by t::text`, [
        accountId,
      ]),
    ),
  );
  const account = await api.db.pool.query('select to_jsonb(a) as row from accounts a where id = $1', [accountId]);
  return JSON.stringify([account.rows, ...rows.map((found) => found.rows)]);
}
