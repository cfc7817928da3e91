import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { eraseCustomers } from '#functions/customers/trash.ts';
import { eraseReceiptClients } from '#functions/receipts/retention.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { makeMembers, memberContext, type Members, snapshot } from '../support/back-office-rows.ts';
import { type BackOffice, backOffice } from '../support/back-office.ts';
import { createDatabase, type TestDatabase, waitingSessions } from '../support/database.ts';
import { insertCustomer, insertGallery, insertRow, newId, type Row } from '../support/rows.ts';

/** Marker in every column that can hold personal data of the customer, and nowhere else. */
const CANARY = 'canaryada';
const EMAIL = `${CANARY}@example.org`;

let database: TestDatabase;
let db: Database;
let office: BackOffice;
let members: Members;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
  office = backOffice(database);
  members = await makeMembers(database.pool);
});
// Receipts of erased clients keep the marker.
afterEach(() => eraseReceiptClients(db, 8e12));
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** Runs a mutation with its effects, as the server does. */
async function mutate(name: string, given: object): Promise<void> {
  const ctx = memberContext(members, 'owner', Date.now);
  await office.transaction((tx) => office.mutateIn(tx, name, { ...given, now: 0 } as never, ctx));
}
const erase = (id: string) => mutate('customers.erase', { id });

const insert = async (table: string, values: object) => {
  const id = newId();
  await insertRow(database.pool, table, { id, account_id: members.accountId, ...values });
  return id;
};

let receipts = 0;

/**
 * Inserts a customer with data in every table.
 * @returns their id, and ids of rows that must remain
 */
async function makePerson(issued: Row = {}) {
  const author_id = members.people.owner;
  const words = { name: CANARY, email: EMAIL, phone: CANARY, address: CANARY, tax_id: CANARY, notes: CANARY };
  const { pool } = database;
  const customer = await insertCustomer(pool, members.accountId, { ...words, tags: [CANARY] });
  // A customer merged into this one earlier, with another address.
  const twin = { ...words, email: `old.${EMAIL}`, merged_into: customer, deleted_at: new Date() };
  await insertCustomer(pool, members.accountId, twin);
  await insertRow(pool, 'previous_emails', { account_id: members.accountId, customer_id: customer, email: EMAIL });
  const gallery = await insertGallery(pool, members.accountId, { customer_id: customer });
  const said = { notes: CANARY, client_message: CANARY, location: CANARY, type: CANARY };
  const checklist = [{ id: newId(), text: CANARY, isDone: false }];
  const session = await insert('sessions', { author_id, customer_id: customer, date: new Date(), ...said, checklist });
  const number = `2026-${(receipts += 1)}`;
  const paid = { session_id: session, date: new Date(), amount: 5_000, currency: 'EUR', method: 'card' };
  const payment = await insert('payments', { author_id, ...paid, notes: CANARY, status: 'paid', receipt: number });
  await insertRow(pool, 'receipts', {
    payment_id: payment,
    account_id: members.accountId,
    number,
    ...issued,
    data: {
      number,
      amount: 5_000,
      client: { name: CANARY, address: CANARY, taxId: CANARY },
      session: { name: CANARY, date: 1 },
    },
  });
  const link = { token_hash: 'x'.repeat(43), session_id: session, account_id: members.accountId };
  const asked = { name: CANARY, phone: CANARY, message: CANARY, language: 'ca' };
  await insert('leads', { ...asked, email: EMAIL.toUpperCase() });
  // The visitor gave another address; the studio knew the client.
  await insert('leads', { ...asked, email: 'other@example.org', customer_id: customer });
  await insertRow(pool, 'session_links', { ...link, expires_at: new Date(Date.now() + MINUTE_MS) });
  await insert('session_events', { session_id: session, kind: 'status', details: { to: 'cancelled', reason: CANARY } });
  await makeProposals(customer, session);
  await makeMails({ customer, gallery, session });
  return { customer, gallery, session, payment };
}

/** The accepted proposal of a session, and one that is open. */
async function makeProposals(customer_id: string, session: string) {
  const said = { title: CANARY, message: CANARY, location: CANARY, signer_name: CANARY, reason: CANARY };
  const sent = { author_id: members.people.owner, customer_id, sent_at: new Date(), valid_until: new Date() };
  const account = { account_id: members.accountId };
  const answered = { status: 'accepted', decided_at: new Date() };
  await insertRow(database.pool, 'proposals', { id: session, ...account, ...said, ...sent, ...answered });
  const line = { title: CANARY, description: CANARY, group_name: CANARY, position: 1, unit_amount: 1 };
  await insert('proposal_lines', { proposal_id: session, ...line });
  const agreed = { agreed_text: CANARY, sha256: 'a'.repeat(64), at: new Date(), ip: CANARY, user_agent: CANARY };
  await insertRow(database.pool, 'proposal_agreements', { proposal_id: session, ...account, ...agreed });
  const open = await insert('proposals', { ...said, ...sent, status: 'proposed' });
  await insert('proposal_lines', { proposal_id: open, ...line });
}

async function makeMails(of: { customer: string; gallery: string; session: string }) {
  const author_id = members.people.owner;
  const about = { customer_id: of.customer, session_id: of.session, kind: 'booking_confirmed', language: 'ca' };
  const message = await insert('messages', { ...about, recipient: EMAIL });
  const invited = { author_id, gallery_id: of.gallery, label: CANARY, status: 'sent' };
  const grant = await insert('grants', { ...invited, email: EMAIL });
  await insert('grants', { ...invited, email: `old.${EMAIL}` });
  await insert('outbox', { kind: 'message.send', payload: { messageId: message }, last_error: `550 <${EMAIL}>` });
  await insert('outbox', { kind: 'invite.mail', payload: { grantId: grant, redirectTo: '/' }, last_error: CANARY });
}

const everything = async () =>
  (await snapshot(database.pool, members.accountId)).filter((line) => line.includes(CANARY));
const one = async (sql: string, id: string) => (await database.pool.query(sql, [id])).rows[0] as unknown;

describe('erasing a customer', () => {
  it('removes their data everywhere except what tax law requires', async () => {
    const { customer, gallery, session, payment } = await makePerson();
    // The marker was in all of these before, which proves that the check works.
    const tables = [
      'customers',
      'previous_emails',
      'sessions',
      'session_events',
      'payments',
      'receipts',
      'messages',
      'grants',
      'leads',
      'outbox',
      'proposals',
      'proposal_lines',
      'proposal_agreements',
    ];
    for (const table of tables)
      expect(
        (await everything()).some((line) => line.startsWith(table)),
        table,
      ).toBe(true);
    await erase(customer);
    // Only the issued receipt names them, locked.
    expect((await everything()).map((line) => line.slice(0, 'receipts'.length))).toEqual(['receipts']);
    expect(await one('select name, erased_at is not null as erased from customers where id = $1', customer)).toEqual({
      name: '—',
      erased: true,
    });
    expect(await one('select customer_id from sessions where id = $1', session)).toEqual({ customer_id: customer });
    expect(await one('select amount, receipt, notes from payments where id = $1', payment)).toEqual({
      amount: 5_000,
      receipt: '2026-1',
      notes: '',
    });
    expect(await one('select number, data from receipts where payment_id = $1', payment)).toEqual({
      number: '2026-1',
      data: {
        number: '2026-1',
        amount: 5_000,
        client: { name: CANARY, address: CANARY, taxId: CANARY },
        session: { name: CANARY, date: 1 },
      },
    });
    expect(await one('select customer_id from galleries where id = $1', gallery)).toEqual({ customer_id: null });
    // The other one was not accepted.
    const left = 'select array_agg(id) as ids from proposals where customer_id = $1';
    expect(await one(left, customer)).toEqual({ ids: [session] });
    const event = 'select details from session_events where session_id = $1';
    expect(await one(event, session)).toEqual({ details: { to: 'cancelled' } });
    expect(await one('select count(*)::int as count from session_links where session_id = $1', session)).toEqual({
      count: 0,
    });
    expect(await one(`select array_agg(distinct status) as status from grants where gallery_id = $1`, gallery)).toEqual(
      { status: ['revoked'] },
    );
  });

  it('removes them from receipts at the end of the sixth year after issue, or of the studio’s own term', async () => {
    const { customer, payment } = await makePerson();
    const setYears = (receiptYears: number) => mutate('settings.setTax', { tax: { receiptYears } });
    const lockedUntil = 'select client_erase_at from receipts where payment_id = $1';
    await database.pool.query(`update accounts set time_zone = 'Europe/Madrid' where id = $1`, [members.accountId]);
    await erase(customer);
    const year = new Date().getFullYear();
    expect(await one(lockedUntil, payment)).toEqual({ client_erase_at: new Date(Date.UTC(year + 6, 11, 31, 23)) });
    const end = Date.UTC(year + 6, 11, 31, 23);
    expect(await eraseReceiptClients(db, end - 1)).toBe(0);
    expect(await eraseReceiptClients(db, end)).toBe(1);
    expect(await everything()).toEqual([]);
    const short = await makePerson();
    await setYears(1);
    await erase(short.customer);
    expect(await one(lockedUntil, short.payment)).toEqual({
      client_erase_at: new Date(Date.UTC(year + 1, 11, 31, 23)),
    });
    expect(await eraseReceiptClients(db, end)).toBe(1);
  });

  it('removes them immediately from receipts whose term is over', async () => {
    const { customer, payment } = await makePerson({ issued_at: new Date('2010-01-01') });
    await erase(customer);
    expect(await everything()).toEqual([]);
    expect(await one('select data, client_erase_at from receipts where payment_id = $1', payment)).toEqual({
      data: {
        number: expect.any(String),
        amount: 5_000,
        client: { name: '—', address: '', taxId: '' },
        session: { name: '', date: 1 },
      },
      client_erase_at: null,
    });
  });

  it('keeps data of others: invitations, mails, notes and the team', async () => {
    const author_id = members.people.owner;
    const bystander = await insertCustomer(database.pool, members.accountId, {
      name: 'Nora',
      email: 'nora@example.org',
    });
    const gallery = await insertGallery(database.pool, members.accountId, { customer_id: bystander });
    await insert('grants', {
      author_id,
      gallery_id: gallery,
      email: 'nora@example.org',
      label: 'Nora',
      status: 'sent',
    });
    const session = { author_id, customer_id: bystander, date: new Date(), notes: 'Two dogs' };
    await insert('sessions', session);
    const goes = await insertCustomer(database.pool, members.accountId, { email: 'owner@example.org' });
    const others = async () =>
      (await snapshot(database.pool, members.accountId)).filter(
        (line) => !line.includes(goes) && !line.startsWith('outbox'),
      );
    const before = await others();
    await erase(goes);
    expect(await others()).toEqual(before);
  });

  it('finds data under addresses from before a merge, after the merged customer was purged from the trash', async () => {
    const { pool } = database;
    const known = (email: string, values = {}) =>
      insertCustomer(pool, members.accountId, { name: 'Ada', email: `${email}@example.org`, ...values });
    const kept = await known('now');
    const long = { deleted_at: new Date(1) };
    const double = await known('Before', { ...long, merged_into: kept });
    const first = await known('first', { ...long, merged_into: kept });
    // The address of a customer that was merged earlier; meanwhile it belongs to another customer.
    for (const email of ['earlier@example.org', 'nora2@example.org'])
      await insertRow(pool, 'previous_emails', { account_id: members.accountId, customer_id: double, email });
    await known('Nora2', { name: 'Nora' });
    const invite = { author_id: members.people.owner, gallery_id: await insertGallery(pool, members.accountId) };
    const invited = async (email: string) =>
      insert('grants', { ...invite, email: `${email}@example.org`, status: 'sent' });
    const theirs = [await invited('before'), await invited('FIRST'), await invited('earlier'), await invited('now')];
    const noras = await invited('nora2');
    expect(await eraseCustomers(db, new Date(2), Date.now())).toBe(2);
    expect([
      await one('select from customers where id = $1', double),
      await one('select from customers where id = $1', first),
    ]).toEqual([undefined, undefined]);
    const emails = await pool.query('select email from previous_emails where customer_id = $1 order by 1', [kept]);
    expect(emails.rows.map(({ email }) => String(email).split('@')[0])).toEqual([
      'before',
      'earlier',
      'first',
      'nora2',
    ]);
    await erase(kept);
    const grant = 'select status, email from grants where id = $1';
    for (const id of theirs) expect(await one(grant, id)).toEqual({ status: 'revoked', email: '' });
    expect(await one(grant, noras)).toEqual({ status: 'sent', email: 'nora2@example.org' });
    expect(await one('select from previous_emails where customer_id = $1', kept)).toBeUndefined();
  });

  it('finds data under an address before its correction', async () => {
    const goes = await insertCustomer(database.pool, members.accountId, { email: 'Mistyped@example.org' });
    const invite = {
      author_id: members.people.owner,
      gallery_id: await insertGallery(database.pool, members.accountId),
    };
    const grant = await insert('grants', { ...invite, email: 'mistyped@example.org', status: 'sent' });
    for (const changes of [{ phone: '600' }, { email: 'corrected@example.org' }, { email: '' }])
      await mutate('customers.update', { id: goes, changes });
    const former = 'select array_agg(email order by email) as emails from previous_emails where customer_id = $1';
    expect(await one(former, goes)).toEqual({ emails: ['corrected@example.org', 'mistyped@example.org'] });
    await erase(goes);
    expect(await one('select status, email from grants where id = $1', grant)).toEqual({
      status: 'revoked',
      email: '',
    });
  });

  it('keeps invitations of a customer with the same address, except to their galleries', async () => {
    const known = (values = {}) =>
      insertCustomer(database.pool, members.accountId, { email: 'familia@example.org', ...values });
    const [goes, stays] = [await known(), await known({ email: 'Familia@example.org' })];
    const invited = async (customer_id: string | null) => {
      const gallery_id = await insertGallery(database.pool, members.accountId, { customer_id });
      const invite = { author_id: members.people.owner, gallery_id, email: 'familia@example.org' };
      return insert('grants', { ...invite, status: 'sent' });
    };
    const [theirs, others, anybodys] = [await invited(goes), await invited(stays), await invited(null)];
    await erase(goes);
    const grant = 'select status, email from grants where id = $1';
    expect(await one(grant, theirs)).toEqual({ status: 'revoked', email: '' });
    for (const id of [others, anybodys])
      expect(await one(grant, id)).toEqual({ status: 'sent', email: 'familia@example.org' });
    await erase(stays);
    for (const id of [others, anybodys]) expect(await one(grant, id)).toEqual({ status: 'revoked', email: '' });
  });

  it('waits for a session change of theirs before it takes other locks', async () => {
    const customer = await insertCustomer(database.pool, members.accountId);
    const whose = { author_id: members.people.owner, customer_id: customer };
    const session = await insert('sessions', { ...whose, date: new Date() });
    const { erasing } = await db.transaction(async (tx) => {
      await tx.query(`update sessions set notes = 'Late' where id = $1`, [session]);
      const begun = erase(customer);
      await expect.poll(() => waitingSessions(database.pool)).toBe(1);
      await tx.query('select from customers where id = $1 for key share', [customer]);
      return { erasing: begun };
    });
    await erasing;
    expect(await one('select notes from sessions where id = $1', session)).toEqual({ notes: '' });
  });

  it('removes them from exports of the studio', async () => {
    const [customer, other] = [
      await insertCustomer(database.pool, members.accountId),
      await makeMembers(database.pool),
    ];
    const file = { author_id: members.people.owner, size: 1, ready_at: new Date() };
    const later = new Date(Date.now() + MINUTE_MS);
    const there = { ...file, status: 'ready', expires_at: later };
    const [ready, waiting] = [
      await insert('account_exports', there),
      await insert('account_exports', { author_id: file.author_id }),
    ];
    const theirs = await insert('account_exports', { ...there, account_id: other.accountId });
    await erase(customer);
    const row = 'select status, expires_at <= now() as over from account_exports where id = $1';
    expect(await one(row, ready)).toEqual({ status: 'ready', over: true });
    expect(await one(row, waiting)).toEqual({ status: 'failed', over: null });
    expect(await one(row, theirs)).toEqual({ status: 'ready', over: false });
    const { rows } = await database.pool.query(
      `select payload, run_after <= now() as due from outbox where kind = 'account.export_end'`,
    );
    expect(rows).toEqual([{ payload: { exportId: ready }, due: true }]);
  });

  it('works from the trash, once', async () => {
    const gone = await insertCustomer(database.pool, members.accountId, { name: CANARY, deleted_at: new Date() });
    await erase(gone);
    expect(await everything()).toEqual([]);
    await expect(erase(gone)).rejects.toThrow('not_found');
  });
});
