import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { contracts } from '#core/api/contracts.ts';
import { portal } from '#core/api/portal.ts';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { waitingSessions } from '../support/database.ts';
import { backOffice } from '../support/back-office.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { insertContractTemplate } from '../support/documents.ts';
import { clientBrowser, copiedToken } from '../support/portal.ts';
import { insertCustomer, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let templateId: string;
/** The link of the booking form. */
let link: string;
let sessionId: string;
let contractId: string;
let customerId: string;
let marc: string;
let annaEmail: string;
let marcEmail: string;
beforeEach(async () => {
  for (const table of ['rate_limits', 'outbox']) await api.db.pool.query(`delete from ${table}`);
  studio = await makeStudio(api);
  await openBooking(api, studio);
  templateId = await insertContractTemplate(api.db.pool, { account_id: studio.id, author_id: studio.owner.userId });
  const type = await offer(api, studio, {
    type: { contract_template_id: templateId },
    price: { price: 12_000, deposit: 0 },
  });
  const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const start = instantAtMinute(day, 9 * 60, 'Europe/Madrid');
  annaEmail = `${newId()}@example.org`;
  marcEmail = `${newId()}@example.org`;
  link = await bookSlot(visitor(api, studio), { sessionTypeId: type, start }, { name: 'Anna', email: annaEmail });
  const [session] = await sql('select id, customer_id from sessions where account_id = $1', studio.id);
  ({ id: sessionId, customer_id: customerId } = session as { id: string; customer_id: string });
  const [contract] = await sql('select id from contracts where session_id = $1', sessionId);
  contractId = contract!['id']!;
  marc = await addContact({ name: 'Marc', email: marcEmail, signs: true });
  api.mails.length = 0;
});

const sql = async (text: string, ...values: unknown[]) =>
  (await api.db.pool.query<Record<string, string>>(text, values)).rows;
const mutate = (name: string, args: object) => {
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner' as const };
  return office.mutate(name, { ...args, now: 0 } as never, { ...ctx, now: () => api.clock.now() });
};
async function addContact(contact: object): Promise<string> {
  const id = newId();
  const empty = { email: '', phone: '', language: null, ...ADDED_ROLES };
  expect(await mutate('contacts.add', { id, customerId, ...empty, ...contact })).toBe('done');
  return id;
}

/** Runs the outbox. Returns the subjects of the mails to an address. */
async function mailsTo(address: string): Promise<string[]> {
  await runOutbox(api.jobs);
  return api.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
}
/** Returns the token of the session's page in the latest mail to an address. */
async function mailedLink(address: string): Promise<string> {
  await runOutbox(api.jobs);
  const found = api.mails.flatMap(({ to, text }) =>
    to === address ? (/booking\/([\w-]{43})/.exec(text)?.[1] ?? []) : [],
  );
  return found.at(-1)!;
}

const path = (token: string, id = contractId) => `/api/p/${studio.slug}/bookings/${token}/contracts/${id}`;
const read = async (token: string, id = contractId) =>
  (await api.call('GET', path(token, id), { channel: null })).read(contracts.read).contract;
async function sign(token: string, name: string, over: object = {}, id = contractId) {
  const { textHash } = await read(token, id);
  const headers = { 'x-viewer-address': '203.0.113.9', 'user-agent': `Phone of ${name.split(' ')[0]}` };
  const body = { name, hasConsent: true, textHash, ...over };
  return api.call('POST', `${path(token, id)}/signature`, { channel: 'public', headers, body });
}
const status = async (id = contractId) => (await sql('select status from contracts where id = $1', id))[0]!['status'];
const documents = async (token: string) =>
  (await visitor(api, studio).own(token)).read(booking.managed).booking.documents.contracts;

it('tells only those who pay that the deposit is due', async () => {
  const marcs = await mailedLink(marcEmail);
  await sql('update session_billing set deposit_amount = 3000 where session_id = $1', sessionId);
  const isDue = async (token: string) =>
    (await visitor(api, studio).own(token)).read(booking.managed).booking.isDepositDue;
  expect([await isDue(link), await isDue(marcs)]).toEqual([true, false]);
});

describe('a contract of two people', () => {
  it('mails each a link, and is signed once both have: one PDF names both', async () => {
    const marcs = await mailedLink(marcEmail);
    const first = (await sign(link, 'Anna Puig')).read(contracts.sign).contract;
    expect(first).toMatchObject({ status: 'sent', signedAt: null });
    expect(await documents(link)).toMatchObject([
      { isSigned: false, isSignedByYou: true, signatures: { signed: 1, of: 2 } },
    ]);
    expect(await documents(marcs)).toMatchObject([{ isSignedByYou: false, signatures: { signed: 1, of: 2 } }]);
    expect(await sql('select status from sessions where id = $1', sessionId)).toEqual([{ status: 'scheduled' }]);
    expect((await read(marcs)).signers).toMatchObject([
      { name: 'Anna Puig', canSign: false },
      { name: 'Marc', signedAt: null, canSign: true },
    ]);
    // The link of the booking form proves no address.
    expect((await read(link)).signers).toMatchObject([{ name: 'Anna Puig' }, { name: '', canSign: false }]);
    api.clock.advance(DAY_MS);
    api.mails.length = 0;
    const last = (await sign(marcs, 'Marc Vidal')).read(contracts.sign).contract;
    expect(last).toMatchObject({ status: 'signed', signerName: 'Anna Puig i Marc Vidal' });
    expect(await sql('select status from sessions where id = $1', sessionId)).toEqual([{ status: 'confirmed' }]);
    for (const address of [annaEmail, marcEmail])
      expect(await mailsTo(address)).toContain('Signat: Contracte de retrat');
    const { bytes } = await api.call('GET', `${path(marcs)}/contract.pdf`, { channel: null });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    // A line may end within an address or a time.
    const printed = text.replaceAll(/\s/g, '');
    for (const fact of [
      'AnnaPuig',
      annaEmail,
      'MarcVidal',
      marcEmail,
      new Date(api.clock.now()).toISOString().slice(0, 10),
    ])
      expect(printed).toContain(fact);
    expect(text).not.toContain('203.0.113.9');
    const shown = await api.call('GET', `/api/contracts/${contractId}`, { as: studio.owner, account: studio.id });
    expect(shown.read(contracts.show).evidence.signatures).toMatchObject([
      { name: 'Anna Puig', ip: '203.0.113.9', userAgent: 'Phone of Anna' },
      { name: 'Marc Vidal', userAgent: 'Phone of Marc' },
    ]);
  });

  it('counts both signatures of the same moment', async () => {
    const marcs = await mailedLink(marcEmail);
    const { textHash } = await read(link);
    const answers = await Promise.all([sign(link, 'Anna Puig', { textHash }), sign(marcs, 'Marc Vidal', { textHash })]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await status()).toBe('signed');
    expect(await sql('select signer_name from contract_signers where contract_id = $1 order by 1', contractId)).toEqual(
      [{ signer_name: 'Anna Puig' }, { signer_name: 'Marc Vidal' }],
    );
    const events = await sql(`select from session_events where session_id = $1 and kind = 'status'`, sessionId);
    expect(events).toHaveLength(1);
  });

  it('reminds those alone who have not signed, also when it is sent again', async () => {
    const marcs = await mailedLink(marcEmail);
    await sign(marcs, 'Marc Vidal');
    api.mails.length = 0;
    expect(await mutate('contracts.resend', { id: contractId })).toBe('done');
    await runOutbox(api.jobs);
    api.clock.advance(3 * DAY_MS);
    expect(await mailsTo(marcEmail)).toEqual([]);
    expect(await mailsTo(annaEmail)).toEqual([
      'Si us plau, signa: Contracte de retrat',
      'Recorda signar: Contracte de retrat',
    ]);
  });

  it('keeps the text of the first signature, and a new version is signed by both again', async () => {
    const marcs = await mailedLink(marcEmail);
    const { textHash } = await read(marcs);
    await sign(marcs, 'Marc Vidal');
    await sql('update session_billing set payment_amount = 20000 where session_id = $1', sessionId);
    expect((await read(marcs)).textHash).toBe(textHash);
    expect(await sql('select price_changed from contracts where id = $1', contractId)).toEqual([
      { price_changed: true },
    ]);
    expect(await mutate('sessions.trash', { id: sessionId })).toBe('session_has_contract');
    const id = newId();
    expect(await mutate('contracts.replace', { id, contractId })).toBe('done');
    expect(await status()).toBe('withdrawn');
    expect(await documents(link)).toMatchObject([{ id, isRequired: true, signatures: { signed: 0, of: 2 } }]);
    expect((await read(link, id)).textHash).not.toBe(textHash);
    expect(await mutate('contracts.withdraw', { id })).toBe('done');
    expect(await documents(link)).toEqual([]);
  });
});

describe('the contacts of a client', () => {
  const count = async () => (await read(link)).signers.length;

  it('decide who signs until everyone has', async () => {
    expect(await count()).toBe(2);
    await mutate('contacts.update', { id: marc, changes: { signs: false } });
    expect(await count()).toBe(1);
    await mutate('contacts.update', { id: marc, changes: { signs: true } });
    const joan = await addContact({ name: 'Joan', signs: true });
    // Nobody asks a person without an address.
    expect(await count()).toBe(2);
    const email = `${newId()}@example.org`;
    await mutate('contacts.update', { id: joan, changes: { email } });
    expect(await count()).toBe(3);
    expect(await mailsTo(email)).toEqual(['Si us plau, signa: Contracte de retrat']);
  });

  it('complete the contract if the last who had to sign is removed', async () => {
    await sign(link, 'Anna Puig');
    await mutate('contacts.remove', { id: marc });
    expect(await status()).toBe('sent');
    api.mails.length = 0;
    expect(await mailsTo(annaEmail)).toContain('Signat: Contracte de retrat');
    expect(await status()).toBe('signed');
    expect(await sql('select signer_name from contracts where id = $1', contractId)).toEqual([
      { signer_name: 'Anna Puig' },
    ]);
  });

  it('keep a signature when the contact goes', async () => {
    const marcs = await mailedLink(marcEmail);
    await sign(marcs, 'Marc Vidal');
    await mutate('contacts.remove', { id: marc });
    expect((await api.call('GET', path(marcs), { channel: null })).status).toBe(404);
    const annas = await mailedLink(annaEmail);
    expect((await read(annas)).signers).toMatchObject([{ canSign: true }, { name: 'Marc Vidal', canSign: false }]);
    expect((await sign(annas, 'Anna Puig')).read(contracts.sign).contract.status).toBe('signed');
  });

  it('keep their signatures when the client is merged into another', async () => {
    const marcs = await mailedLink(marcEmail);
    await sign(marcs, 'Marc Vidal');
    const kept = await insertCustomer(api.db.pool, studio.id, { name: 'Anna P.', email: `${newId()}@example.org` });
    expect(await mutate('customers.merge', { keepId: kept, mergeIds: [customerId] })).toBe('done');
    const signers = await sql(
      `select p.customer_id, n.signer_name from contract_signers n join customer_contacts p on p.id = n.contact_id
       where n.contract_id = $1 order by n.signer_name`,
      contractId,
    );
    expect(signers).toEqual([
      { customer_id: kept, signer_name: '' },
      { customer_id: kept, signer_name: 'Marc Vidal' },
    ]);
  });
});

describe('a contact who changes while the last signature is on its way', () => {
  /** Changes the contacts in a transaction that another person's signature waits for. Returns the signature's answer. */
  async function whileChanging(change: string, values: unknown[], signature: () => ReturnType<typeof sign>) {
    const client = await api.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(change, values);
      let isDone = false;
      const signing = signature().finally(() => (isDone = true));
      await expect.poll(async () => isDone || (await waitingSessions(api.db.pool)) > 0).toBe(true);
      await client.query('commit');
      return await signing;
    } finally {
      client.release();
    }
  }

  it('and is added still has to sign', async () => {
    await sign(await mailedLink(marcEmail), 'Marc Vidal');
    const added = [newId(), studio.id, customerId, studio.owner.userId, `${newId()}@example.org`];
    const answer = await whileChanging(
      `insert into customer_contacts (id, account_id, customer_id, author_id, position, name, email, signs)
       values ($1, $2, $3, $4, 5, 'Joan', $5, true)`,
      added,
      () => sign(link, 'Anna Puig'),
    );
    expect([answer.status, await status()]).toEqual([200, 'sent']);
    expect((await read(link)).signers.map(({ signedAt }) => signedAt !== null)).toEqual([true, true, false]);
  });

  it('and is removed signs no more', async () => {
    const marcs = await mailedLink(marcEmail);
    await sign(link, 'Anna Puig');
    const answer = await whileChanging('delete from customer_contacts where id = $1', [marc], () =>
      sign(marcs, 'Marc Vidal'),
    );
    expect(answer.status).toBe(404);
    await runOutbox(api.jobs);
    expect(await sql('select status, signer_name from contracts where id = $1', contractId)).toEqual([
      { status: 'signed', signer_name: 'Anna Puig' },
    ]);
  });
});

describe('a link', () => {
  it('signs for its contact alone', async () => {
    const marcs = await mailedLink(marcEmail);
    const anna = (await read(marcs)).signers[0]!.id;
    const refused = await sign(marcs, 'Marc Vidal', { signerId: anna });
    expect([refused.status, refused.error.code]).toEqual([404, 'not_found']);
    await sign(marcs, 'Marc Vidal');
    // Again: the same answer, and no second signature.
    expect((await sign(marcs, 'Somebody else')).read(contracts.sign).contract.status).toBe('sent');
    expect(
      await sql('select from contract_signers where signed_at is not null and contract_id = $1', contractId),
    ).toHaveLength(1);
  });

  it('that the studio copied signs for each, who is named', async () => {
    const browser = clientBrowser(api, studio, await copiedToken(api, studio, customerId));
    const { link: opened } = (await browser.openSession(sessionId)).read(portal.openSession);
    const { signers } = await read(opened);
    expect(signers.map(({ canSign }) => canSign)).toEqual([true, true]);
    expect((await sign(opened, 'Anna Puig')).error).toMatchObject({ code: 'validation_failed', field: 'signerId' });
    await sign(opened, 'Anna Puig', { signerId: signers[0]!.id });
    expect((await sign(opened, 'Marc Vidal', { signerId: signers[1]!.id })).read(contracts.sign).contract.status).toBe(
      'signed',
    );
  });

  it('shows the task until its own contact has signed', async () => {
    await api.call('POST', `/api/p/${studio.slug}/client`, { channel: 'public', body: { email: marcEmail } });
    await runOutbox(api.jobs);
    const token = api.mails.flatMap(({ to, text }) =>
      to === marcEmail ? (/client\/([\w-]{43})/.exec(text)?.[1] ?? []) : [],
    );
    const tasks = async () =>
      (await clientBrowser(api, studio, token.at(-1)!).page()).read(portal.page).tasks.map(({ kind }) => kind);
    expect(await tasks()).toContain('contract');
    await sign(await mailedLink(marcEmail), 'Marc Vidal');
    expect(await tasks()).not.toContain('contract');
  });
});

describe('a second person in the booking form', () => {
  const second = { secondName: 'Joan', secondEmail: 'joan@example.org' };
  const people = (email: string) =>
    sql(
      `select p.name, p.email, p.signs, s.client_message as message from customer_contacts p
       join customers c on c.id = p.customer_id join sessions s on s.customer_id = c.id
       where c.account_id = $1 and c.email = $2 order by p.position, s.created_at desc`,
      studio.id,
      email,
    );
  async function book(asks: boolean, email: string, day = 1) {
    const values = { contract_template_id: templateId, asks_second_person: asks };
    const sessionTypeId = await offer(api, studio, { type: values, price: { price: 12_000, deposit: 0 } });
    expect((await visitor(api, studio).types()).read(booking.types).types).toContainEqual(
      expect.objectContaining({ id: sessionTypeId, asksSecondPerson: asks }),
    );
    const [row] = await sql('select date from sessions where id = $1', sessionId);
    const start = new Date(row!['date']!).getTime() + day * DAY_MS;
    return bookSlot(visitor(api, studio), { sessionTypeId, start }, { name: 'Ona', email, message: '', ...second });
  }

  it('becomes a contact of a new client, gets the mails and signs', async () => {
    const email = `${newId()}@example.org`;
    const token = await book(true, email);
    expect(await people(email)).toEqual([
      { name: '', email, signs: true, message: '' },
      { name: 'Joan', email: 'joan@example.org', signs: true, message: '' },
    ]);
    expect(await mailsTo('joan@example.org')).toEqual(['Si us plau, signa: Contracte de retrat']);
    expect(await documents(token)).toMatchObject([{ signatures: { signed: 0, of: 2 } }]);
  });

  it('of a known client is in the booking’s message alone, and nowhere if the type does not ask', async () => {
    await book(true, annaEmail);
    const known = await people(annaEmail);
    expect(known.map(({ name }) => name)).not.toContain('Joan');
    expect(known[0]!['message']).toBe('+ Joan <joan@example.org>');
    const email = `${newId()}@example.org`;
    await book(false, email, 2);
    expect(await people(email)).toEqual([{ name: '', email, signs: true, message: '' }]);
  });
});

describe('a contract that was sent with an empty field', () => {
  const setBody = (body: string) =>
    sql(
      'update contract_templates set texts = $2 where id = $1',
      templateId,
      JSON.stringify({ ca: { title: 'Nou', body } }),
    );
  const gaps = async () => {
    const shown = await api.call('GET', `/api/contracts/${contractId}`, { as: studio.owner, account: studio.id });
    return shown.read(contracts.show).evidence.gaps;
  };

  it('names it to the studio, says so to the client, and is replaced once the template is complete', async () => {
    await sql(`update contract_texts set source = '{{client}}, {{clientTaxId}}' where contract_id = $1`, contractId);
    expect(await gaps()).toEqual(['clientTaxId']);
    expect((await read(link)).isComplete).toBe(false);
    const id = newId();
    await setBody('{{clientTaxId}}');
    expect(await mutate('contracts.replace', { id, contractId })).toBe('contract_incomplete');
    expect(await status()).toBe('sent');
    await setBody('{{client}}');
    expect(await mutate('contracts.replace', { id, contractId })).toBe('done');
    expect(await read(link, id)).toMatchObject({ title: 'Nou', isComplete: true });
  });
});
