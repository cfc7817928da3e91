import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ADDED_ROLES, ALL_ROLES, MAX_CONTACTS } from '#core/domain/clients/contacts.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let customerId: string;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
});
afterAll(() => database?.drop());
beforeEach(async () => {
  customerId = await insertCustomer(database.pool, members.accountId, { email: 'anna@example.org', phone: '600' });
});

const mutate = (name: string, args: object, role: Role = 'owner') =>
  office.mutate(
    name,
    { now: NOW, ...args } as never,
    memberContext(members, role, () => NOW),
  );

async function add(changes: object = {}): Promise<string> {
  const contact = { id: newId(), customerId, name: 'Marc', email: '', phone: '', language: null, ...ADDED_ROLES };
  const added = { ...contact, ...changes };
  expect(await mutate('contacts.add', added)).toBe('done');
  return added.id;
}

async function readContacts() {
  const { rows } = await database.pool.query(
    `select id, name, email, phone, receives, chooses, signs, pays from customer_contacts
     where customer_id = $1 order by position, id`,
    [customerId],
  );
  return rows;
}

async function readCustomer() {
  const { rows } = await database.pool.query('select email, phone from customers where id = $1', [customerId]);
  return rows[0];
}

it('a new client has a contact with all roles and the client’s address', async () => {
  expect(await readContacts()).toEqual([
    { id: customerId, name: '', email: 'anna@example.org', phone: '600', ...ALL_ROLES },
  ]);
});

it('the first contact and the client have the same address and phone number, whichever is changed', async () => {
  await mutate('customers.update', { id: customerId, changes: { email: 'new@example.org' } });
  expect(await readContacts()).toMatchObject([{ email: 'new@example.org', phone: '600' }]);
  await mutate('contacts.update', { id: customerId, changes: { email: 'anna@example.org', phone: '611' } });
  expect(await readCustomer()).toEqual({ email: 'anna@example.org', phone: '611' });
  // As the booking form and the release before write it.
  await database.pool.query('update customers set email = $2, phone = $3 where id = $1', [
    customerId,
    'x@y.example',
    '',
  ]);
  expect(await readContacts()).toMatchObject([{ email: 'x@y.example', phone: '' }]);
});

it('another contact can be added, made the first, and removed', async () => {
  const marc = await add({ email: 'marc@example.org', phone: '622' });
  expect(await readCustomer()).toEqual({ email: 'anna@example.org', phone: '600' });
  expect(await mutate('contacts.makeFirst', { id: marc })).toBe('done');
  expect((await readContacts()).map(({ id }) => id)).toEqual([marc, customerId]);
  expect(await readCustomer()).toEqual({ email: 'marc@example.org', phone: '622' });
  expect(await mutate('contacts.remove', { id: marc })).toBe('done');
  expect(await readCustomer()).toEqual({ email: 'anna@example.org', phone: '600' });
  const { rows } = await database.pool.query('select email from previous_emails where customer_id = $1 order by 1', [
    customerId,
  ]);
  expect(rows.map(({ email }) => email)).toEqual(['anna@example.org', 'marc@example.org']);
});

it('a removed contact returns to its position', async () => {
  const marc = await add({ email: 'marc@example.org' });
  const joan = await add({ name: 'Joan' });
  await mutate('contacts.remove', { id: marc });
  await add({ id: marc, email: 'marc@example.org', position: 1 });
  expect((await readContacts()).map(({ id }) => id)).toEqual([customerId, marc, joan]);
});

it('refuses to remove the only contact', async () => {
  expect(await mutate('contacts.remove', { id: customerId })).toBe('validation_failed');
});

it('refuses an address that another contact of the client has', async () => {
  const marc = await add({ email: 'marc@example.org' });
  const twice = { id: newId(), customerId, name: '', phone: '', language: null, ...ADDED_ROLES };
  expect(await mutate('contacts.add', { ...twice, email: 'Anna@example.org' })).toBe('conflict');
  expect(await mutate('contacts.update', { id: marc, changes: { email: 'anna@example.org' } })).toBe('conflict');
  expect(await mutate('customers.update', { id: customerId, changes: { email: 'marc@example.org' } })).toBe('conflict');
});

it('refuses an eleventh contact', async () => {
  for (let made = 1; made < MAX_CONTACTS; made += 1) await add();
  const more = { id: newId(), customerId, name: '', email: '', phone: '', language: null, ...ADDED_ROLES };
  expect(await mutate('contacts.add', more)).toBe('limit_reached');
});

it('a photographer cannot send a client’s mails to another address while amounts are hidden from them', async () => {
  const session = { customer_id: customerId, date: new Date(NOW), author_id: members.people.owner };
  await insertRow(database.pool, 'sessions', { id: newId(), account_id: members.accountId, ...session });
  const marc = { id: newId(), customerId, name: 'Marc', phone: '', language: null, ...ADDED_ROLES };
  expect(await mutate('contacts.add', { ...marc, email: 'marc@example.org' }, 'photographer')).toBe('forbidden');
  expect(await mutate('contacts.add', { ...marc, email: '' }, 'photographer')).toBe('done');
  const address = { id: marc.id, changes: { email: 'marc@example.org' } };
  expect(await mutate('contacts.update', address, 'photographer')).toBe('forbidden');
  expect(await mutate('contacts.update', address)).toBe('done');
  expect(await mutate('contacts.makeFirst', { id: marc.id }, 'photographer')).toBe('forbidden');
  expect(await mutate('contacts.update', { id: marc.id, changes: { pays: true } }, 'photographer')).toBe('forbidden');
  expect(await mutate('contacts.update', { id: marc.id, changes: { phone: '6' } }, 'photographer')).toBe('done');
});

it('an erased client keeps one contact, without data', async () => {
  await add({ email: 'marc@example.org' });
  await mutate('contacts.update', { id: customerId, changes: { name: 'Anna', language: 'ca' } });
  expect(await mutate('customers.erase', { id: customerId })).toBe('done');
  expect(await readContacts()).toMatchObject([{ id: customerId, name: '', email: '', phone: '' }]);
  expect(await mutate('contacts.update', { id: customerId, changes: { name: 'Anna' } })).toBe('not_found');
});
