import { beforeEach, describe, expect, it } from 'vitest';
import { portal } from '#core/api/portal.ts';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { invite } from '../support/gallery-invites.ts';
import { clientBrowser, copiedToken, insertSession, mailedTokens } from '../support/portal.ts';
import { insertSelection } from '../support/proofing.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let ada: string;
let marc: string;
let marcEmail: string;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  api.mails.length = 0;
  studio = await makeStudio(api);
  marcEmail = `${newId()}@example.org`;
  ada = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email: `${newId()}@example.org` });
  marc = newId();
  const contact = { account_id: studio.id, customer_id: ada, author_id: studio.owner.userId, position: 1 };
  await insertRow(api.db.pool, 'customer_contacts', { id: marc, ...contact, name: 'Marc', email: marcEmail });
});

const sql = async (text: string, values: unknown[] = []) => (await api.db.pool.query<Row>(text, values)).rows;
const mutate = (name: string, args: object) => {
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner' as const };
  return office.mutate(name, { ...args, now: 0 } as never, { ...ctx, now: () => api.clock.now() });
};
const roles = (changes: object) => mutate('contacts.update', { id: marc, changes });

/** The client's page by the link that Marc asked for. */
async function marcsPage() {
  await api.call('POST', `/api/p/${studio.slug}/client`, { channel: 'public', body: { email: marcEmail } });
  const token = (await mailedTokens(api, marcEmail)).at(-1)!;
  const browser = clientBrowser(api, studio, token);
  return { ...browser, shown: (await browser.page()).read(portal.page) };
}

describe('a contact’s link', () => {
  it('opens the client’s page with what the roles allow', async () => {
    const date = api.clock.now() + 2 * DAY_MS;
    await insertSession(api, studio, ada, date, { billing: { payment_amount: 20_000, due_date: new Date(date) } });
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    await insertSelection(api, studio, galleryId, { name: 'Album' });
    const kinds = async () => (await marcsPage()).shown.tasks.map(({ kind }) => kind);
    expect((await marcsPage()).shown).toMatchObject({
      clientName: 'Marc',
      upcoming: [{}],
      galleries: [{ id: galleryId }],
    });
    expect(await kinds()).toEqual(['selection']);
    await roles({ chooses: false, pays: true });
    expect(await kinds()).toEqual(['payment']);
  });

  it('opens a gallery by an invitation of its own, to choose only with that role', async () => {
    await roles({ chooses: false });
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    expect((await (await marcsPage()).openGallery(galleryId)).status).toBe(200);
    expect(await sql('select email, label, can_select from grants where gallery_id = $1', [galleryId])).toEqual([
      { email: marcEmail, label: 'Marc', can_select: false },
    ]);
  });

  it('and invitations allow choosing while the contact chooses', async () => {
    const galleryId = await publishedGallery(api, studio, { customer_id: ada, visibility: 'invite' });
    const foreign = await publishedGallery(api, studio, { visibility: 'invite' });
    for (const id of [galleryId, foreign]) await invite(api, studio, id, { email: marcEmail });
    await sql('update grants set can_select = true where email = $1', [marcEmail]);
    const may = async (id: string) => (await sql('select can_select from grants where gallery_id = $1', [id]))[0];
    await roles({ chooses: false });
    expect([await may(galleryId), await may(foreign)]).toEqual([{ can_select: false }, { can_select: true }]);
    await roles({ chooses: true });
    expect(await may(galleryId)).toEqual({ can_select: true });
  });

  it('ends when the contact is removed; a copied link stays', async () => {
    const copied = await copiedToken(api, studio, ada);
    const { page } = await marcsPage();
    expect(await mutate('contacts.remove', { id: marc })).toBe('done');
    expect((await page()).status).toBe(404);
    expect((await clientBrowser(api, studio, copied).page()).status).toBe(200);
  });
});

it('erasing the client ends invitations of every contact and forgets their addresses', async () => {
  const galleryId = await publishedGallery(api, studio, { visibility: 'invite' });
  await invite(api, studio, galleryId, { email: marcEmail });
  expect(await mutate('customers.erase', { id: ada })).toBe('done');
  expect(await sql('select email, status from grants where gallery_id = $1', [galleryId])).toEqual([
    { email: '', status: 'revoked' },
  ]);
  expect(await sql(`select from customer_contacts where customer_id = $1 and email <> ''`, [ada])).toEqual([]);
});

it('a contact added to a client who is merged away stays known to an erasure', async () => {
  const kept = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email: `${newId()}@example.org` });
  expect(await mutate('customers.merge', { keepId: kept, mergeIds: [ada] })).toBe('done');
  const contacts = await sql(
    'select name, email, receives, chooses, signs, pays from customer_contacts where customer_id = $1 order by position',
    [kept],
  );
  expect(contacts.slice(1)).toContainEqual({ name: 'Marc', email: marcEmail, ...ADDED_ROLES });
  expect(new Set(contacts.map(({ email }) => email)).size).toBe(contacts.length);
});
