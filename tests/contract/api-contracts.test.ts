import { createHash } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { contracts } from '#core/api/contracts.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { mailContract } from '#functions/contracts/assign.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { cleanUpUploads } from '#functions/uploads/cleanup.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { bookSlot, offer, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertContractTemplate, insertQuestionnaireTemplate } from '../support/documents.ts';
import { expectLogged } from '../support/expected-log.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

expectLogged('orphans_removed', 'request_failed');

const api = await testApi();
const office = backOffice(api.db);
let studio: Studio;
let type: string;
let templateId: string;
let questionnaireTemplateId: string;
let anna: Visitor;
let link: string;
let email: string;
let sessionId: string;
/** Nine o'clock a week from now, in the studio's zone; the time of the booking. */
let nine: number;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  await api.db.pool.query('delete from outbox');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  templateId = await insertContractTemplate(api.db.pool, author, { needs_countersignature: true });
  questionnaireTemplateId = await insertQuestionnaireTemplate(api.db.pool, author);
  const asks = { contract_template_id: templateId, questionnaire_template_id: questionnaireTemplateId };
  type = await offer(api, studio, { type: asks, price: { price: 12_000, deposit: 3_000 } });
  anna = visitor(api, studio);
  nine = instantAtMinute(new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10), 9 * 60, 'Europe/Madrid');
  email = `${newId()}@example.org`;
  link = await bookSlot(anna, { sessionTypeId: type, start: nine }, { email });
  sessionId = (await sql('select id from sessions where account_id = $1', studio.id))[0]!['id'] ?? '';
  api.mails.length = 0;
});

const sql = async (text: string, ...values: unknown[]) =>
  (await api.db.pool.query<Record<string, string>>(text, values)).rows;
const own = async () => (await anna.own(link)).read(booking.managed).booking;
const path = (token = link, slug = studio.slug) => `/api/p/${slug}/bookings/${token}`;
const headers = { 'x-viewer-address': '203.0.113.9', 'user-agent': 'Phone/1.0' };
const contractId = async () => (await own()).documents.contracts[0]!.id;

async function read(token = link) {
  const answer = await api.call('GET', `${path(token)}/contracts/${await contractId()}`, { channel: null });
  return answer.read(contracts.read).contract;
}

async function sign(body: object = {}, { token = link, id = '' } = {}) {
  const textHash = 'textHash' in body ? {} : { textHash: (await read()).textHash };
  const url = `${path(token)}/contracts/${id || (await contractId())}/signature`;
  const given = { name: 'Núria Güell', hasConsent: true, ...textHash, ...body };
  return api.call('POST', url, { channel: 'public', headers, body: given });
}

const pdfText = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stored = () => sql('select * from contract_texts where account_id = $1', studio.id);
const show = async (as = studio.owner, id = '') =>
  api.call('GET', `/api/contracts/${id || (await contractId())}`, { as, account: studio.id });
const ctx = (role: 'owner' | 'photographer' = 'owner') => ({
  userId: studio.people[role].userId,
  accountId: studio.id,
  role,
  now: () => api.clock.now(),
});

describe('a booking of a type with a contract', () => {
  it('waits for the signature, and mails the contract and the questionnaire instead of a confirmation', async () => {
    expect(await own()).toMatchObject({
      status: 'scheduled',
      documents: {
        contracts: [{ title: 'Contracte de retrat', isSigned: false, isRequired: true, signedAt: null }],
        questionnaires: [{ title: 'Abans de la sessió', isAnswered: false, canAnswer: true }],
      },
    });
    await runOutbox(api.jobs);
    const subjects = api.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Si us plau, signa: Contracte de retrat',
      'Unes preguntes: Abans de la sessió',
    ]);
  });

  it('fills the text with what was booked, and renews it while it is unsigned', async () => {
    const before = await read();
    expect(JSON.stringify(before.blocks)).toMatch(/Entre Studio i Núria\..*Preu: 120\s€/);
    await sql('update session_billing set payment_amount = 20000 where session_id = $1', sessionId);
    const after = await read();
    expect(JSON.stringify(after.blocks)).toMatch(/200\s€/);
    expect(after.textHash).not.toBe(before.textHash);
    const outdated = await sign({ textHash: before.textHash });
    expect([outdated.status, outdated.error.code]).toEqual([409, 'contract_changed']);
  });

  it('reminds once after three days, and not after the signature', async () => {
    await runOutbox(api.jobs);
    api.mails.length = 0;
    api.clock.advance(3 * DAY_MS);
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === email)).toMatchObject([
      { subject: 'Recorda signar: Contracte de retrat' },
    ]);
    const of = { accountId: studio.id, sessionId, contractId: await contractId() };
    await mailContract(api.services.db, of, api.clock.now());
    expect((await sign()).status).toBe(200);
    const cancelled = `select kind, error from messages where session_id = $1 and status = 'cancelled' order by kind`;
    expect(await sql(cancelled, sessionId)).toEqual([
      { kind: 'contract_reminder', error: 'already_signed' },
      { kind: 'contract_to_sign', error: 'already_signed' },
    ]);
    expect(await sql(`select kind from messages where session_id = $1 and status = 'pending'`, sessionId)).toEqual([
      { kind: 'contract_signed' },
      { kind: 'booking_confirmed' },
    ]);
  });

  it('gets its contract on approval, and loses it if the approval is undone', async () => {
    await sql(`update sessions set status = 'inquiry' where id = $1`, sessionId);
    await sql('delete from contracts where session_id = $1', sessionId);
    await sql('delete from messages where session_id = $1', sessionId);
    await office.mutate('sessions.setStatus', { id: sessionId, to: 'scheduled', now: 1 }, ctx());
    expect((await own()).documents.contracts).toMatchObject([{ isRequired: true }]);
    const waiting = `select kind from messages where session_id = $1 and status = 'pending' order by kind`;
    expect(await sql(waiting, sessionId)).toEqual([{ kind: 'contract_reminder' }, { kind: 'contract_to_sign' }]);
    await office.mutate('sessions.undoStatus', { id: sessionId, now: 1 }, ctx());
    expect(await sql('select status from contracts where session_id = $1', sessionId)).toEqual([
      { status: 'withdrawn' },
    ]);
    expect(await sql(waiting, sessionId)).toEqual([]);
  });
});

describe('signing', () => {
  it('confirms the booking, stores the evidence once, and mails the PDF', async () => {
    const { textHash } = await read();
    const { contract } = (await sign()).read(contracts.sign);
    expect(contract).toMatchObject({ status: 'signed', signerName: 'Núria Güell', textHash });
    expect(await own()).toMatchObject({ status: 'confirmed', documents: { contracts: [{ isSigned: true }] } });
    const [text] = await stored();
    const signers = 'select signer_name, signer_ip, signer_user_agent from contract_signers where account_id = $1';
    expect(await sql(signers, studio.id)).toEqual([
      { signer_name: 'Núria Güell', signer_ip: '203.0.113.9', signer_user_agent: 'Phone/1.0' },
    ]);
    expect(text).toMatchObject({
      signed_price: 12_000,
      signed_deposit: 3_000,
      is_form_signed: true,
    });
    await runOutbox(api.jobs);
    const mails = api.mails.filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toContain('Signat: Contracte de retrat');
    const file = mails.find(({ subject }) => subject.startsWith('Signat'))!.files![0]!;
    expect(file.filename).toBe('Contracte de retrat.pdf');
    expect(hash(file.content)).toBe(text!['signed_sha256']);
    const printed = await pdfText(file.content);
    for (const fact of ['Contracte de retrat', 'Núria Güell', 'Preu: 120', textHash, email])
      expect(printed).toContain(fact);
    // Where it was signed from is for the studio alone.
    for (const secret of ['203.0.113.9', 'Phone/1.0']) expect(printed).not.toContain(secret);
    const served = await api.call('GET', `${path()}/contracts/${contract.id}/contract.pdf`, { channel: null });
    expect(hash(served.bytes)).toBe(text!['signed_sha256']);
  });

  it('says in the PDF which characters of the signer’s name it cannot print', async () => {
    (await sign({ name: '李 Ming' })).read(contracts.sign);
    await runOutbox(api.jobs);
    const file = api.mails.find(({ to, subject }) => to === email && subject.startsWith('Signat'))!.files![0]!;
    expect((await pdfText(file.content)).replaceAll(/\s+/g, ' ')).toContain('mostra com a requadres U+674E');
  });

  it('is the same for a repeated request, and keeps the first of concurrent ones', async () => {
    const { textHash } = await read();
    const names = ['Núria Güell', 'Marta Vidal', 'Pau Riba', 'Ona Serra'];
    const answers = await Promise.all(names.map((name) => sign({ name, textHash })));
    const signed = answers.map((answer) => answer.read(contracts.sign).contract);
    expect(new Set(signed.map(({ signerName }) => signerName)).size).toBe(1);
    const [text] = await stored();
    const again = (await sign({ name: 'Somebody else' })).read(contracts.sign).contract;
    expect(again).toEqual(signed[0]);
    expect((await stored())[0]).toEqual(text);
    const events = `select from session_events where session_id = $1 and kind = 'status'`;
    expect(await sql(events, sessionId)).toHaveLength(1);
  });

  it('refuses a missing consent, and a name with controls, a link, or nothing in it', async () => {
    for (const body of [
      { hasConsent: false },
      { name: ' ' },
      { name: 'N' },
      { name: 'Núria\u202eGüell' },
      { name: 'Núria\nGüell' },
      { name: 'https://example.org' },
      { name: 'N'.repeat(121) },
      { textHash: 'x' },
    ]) {
      const answer = await sign(body);
      expect([answer.status, answer.error.code], JSON.stringify(body)).toEqual([400, 'validation_failed']);
    }
    expect((await own()).status).toBe('scheduled');
  });

  it('is refused after a withdrawal, after the session, and by another link', async () => {
    const id = await contractId();
    const { textHash } = await read();
    const other = await makeStudio(api);
    await openBooking(api, other);
    const foreignType = await offer(api, other);
    const foreign = await bookSlot(visitor(api, other), { sessionTypeId: foreignType, start: nine });
    const second = await bookSlot(visitor(api, studio), { sessionTypeId: type, start: nine + DAY_MS });
    for (const [slug, token, status, code] of [
      [studio.slug, second, 404, 'not_found'],
      [other.slug, foreign, 404, 'not_found'],
      [other.slug, link, 404, 'booking_link_invalid'],
      [studio.slug, foreign, 404, 'booking_link_invalid'],
      [studio.slug, 'x'.repeat(43), 404, 'booking_link_invalid'],
    ] as const) {
      const url = `${path(token, slug)}/contracts/${id}/signature`;
      const answer = await api.call('POST', url, {
        channel: 'public',
        body: { name: 'Núria', hasConsent: true, textHash },
      });
      expect([answer.status, answer.error.code]).toEqual([status, code]);
    }
    await sql(`update sessions set status = 'cancelled' where id = $1`, sessionId);
    expect((await sign({ textHash }, { id })).error.code).toBe('transition_refused');
    await sql(`update sessions set status = 'scheduled' where id = $1`, sessionId);
    const end = 'update sessions set date = $2::timestamptz - make_interval(mins => duration) where id = $1';
    await sql(end, sessionId, new Date(api.clock.now()));
    expect((await sign({ textHash }, { id })).error.code).toBe('transition_refused');
    await sql('update sessions set date = $2 where id = $1', sessionId, new Date(nine));
    expect(await office.mutate('contracts.withdraw', { id, now: 1 }, ctx())).toBe('done');
    expect((await sign({ textHash }, { id })).error.code).toBe('not_found');
    expect((await own()).documents.contracts).toEqual([]);
  });

  it('is limited per contract', async () => {
    const { textHash } = await read();
    const id = await contractId();
    const wrong = 'a'.repeat(64);
    for (let attempt = 0; attempt < 10; attempt += 1) await sign({ textHash: wrong }, { id });
    expect((await sign({ textHash }, { id })).status).toBe(429);
  });

  it('is limited per network', async () => {
    const { textHash } = await read();
    const id = await contractId();
    await sign({ textHash: 'a'.repeat(64) }, { id });
    await sql(`update rate_limits set count = 30 where bucket like 'signatures:203.0.113.%'`);
    expect((await sign({ textHash }, { id })).status).toBe(429);
  });

  it('shows by the booking form’s link only what was typed there', async () => {
    await sql(`update customers set address = 'Carrer Secret 1', name = 'Núria Real' where account_id = $1`, studio.id);
    await sql(`update contract_texts set source = '{{client}}: {{clientAddress}}' where account_id = $1`, studio.id);
    expect((await read()).blocks).toEqual([{ kind: 'paragraph', text: 'Núria: —' }]);
    const incomplete = await sign();
    expect([incomplete.status, incomplete.error]).toMatchObject([
      409,
      { code: 'contract_incomplete', params: { gaps: ['clientAddress'] } },
    ]);
    expect((await own()).status).toBe('scheduled');
    const mailed = (await createSessionLink(api.services.db, {
      accountId: studio.id,
      sessionId,
      now: api.clock.now(),
    }))!;
    expect((await read(mailed)).blocks).toEqual([{ kind: 'paragraph', text: 'Núria Real: Carrer Secret 1' }]);
    await sign({ textHash: (await read(mailed)).textHash }, { token: mailed });
    const byForm = await api.call('GET', `${path()}/contracts/${await contractId()}`, { channel: null });
    expect(byForm.error.code).toBe('not_found');
  });

  it('is told apart from what the session became: time and price', async () => {
    await sign();
    const differs = 'select price_changed, signed_date from contracts where session_id = $1';
    expect((await sql(differs, sessionId))[0]).toMatchObject({ price_changed: false, signed_date: new Date(nine) });
    await sql('update session_billing set deposit_amount = 4000 where session_id = $1', sessionId);
    expect((await sql(differs, sessionId))[0]).toMatchObject({ price_changed: true });
    await sql('update session_billing set deposit_amount = 3000 where session_id = $1', sessionId);
    expect((await sql(differs, sessionId))[0]).toMatchObject({ price_changed: false });
    expect((await anna.reschedule(link, nine + 2 * HOUR_MS)).status).toBe(200);
    expect((await sql(differs, sessionId))[0]).toMatchObject({ signed_date: new Date(nine) });
  });

  it('keeps the session from the trash and from another client', async () => {
    await sign();
    expect(await office.mutate('sessions.trash', { id: sessionId, now: 1 }, ctx())).toBe('session_has_contract');
    const [other] = await sql('select id from customers where account_id = $1', studio.id);
    const changes = { customerId: newId() };
    expect(other).toBeDefined();
    await sql(
      `insert into customers (id, account_id, author_id, name) values ($1, $2, $3, 'Pau')`,
      changes.customerId,
      studio.id,
      studio.owner.userId,
    );
    const changed = await office.mutate('sessions.update', { id: sessionId, changes, now: 1 }, ctx());
    expect(changed).toBe('session_has_contract');
  });
});

describe('a contract that lacks something', () => {
  const setBody = (body: string) =>
    sql(
      'update contract_templates set texts = $2 where id = $1',
      templateId,
      JSON.stringify({ ca: { title: 'Contracte', body } }),
    );
  const bookAgain = async (details = {}) => {
    const address = `${newId()}@example.org`;
    const slot = { sessionTypeId: type, start: nine + DAY_MS };
    const token = await bookSlot(visitor(api, studio), slot, { email: address, ...details });
    const [session] = await sql('select id from sessions where account_id = $1 and id <> $2', studio.id, sessionId);
    return { token, address, session: session!['id']! };
  };
  const documentsOf = async (token: string) =>
    (await anna.own(token)).read(booking.managed).booking.documents.contracts;

  it('waits as a draft for the studio, and is sent with the template’s text once it is complete', async () => {
    await setBody('ESBORRANY: cal revisar\n\n{{client}}, {{clientAddress}}');
    const { token, address, session } = await bookAgain();
    const [draft] = await documentsOf(token);
    expect(draft).toMatchObject({ isReady: false, isRequired: true, isSigned: false });
    await runOutbox(api.jobs);
    const subjects = () => api.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
    expect(subjects().toSorted()).toEqual([expect.stringContaining('Hem rebut'), 'Unes preguntes: Abans de la sessió']);
    const { id } = draft!;
    const hidden = await api.call('GET', `${path(token)}/contracts/${id}`, { channel: null });
    expect(hidden.error.code).toBe('not_found');
    const resend = () => office.mutate('contracts.resend', { id, now: 1 }, ctx());
    expect(await resend()).toBe('contract_incomplete');
    await setBody('{{client}}, {{clientAddress}}');
    expect(await resend()).toBe('contract_incomplete');
    expect(await sql('select status from contracts where id = $1', id)).toEqual([{ status: 'draft' }]);
    await sql(
      `update customers c set address = 'Carrer Major 1' from sessions s where s.id = $1 and c.id = s.customer_id`,
      session,
    );
    expect(await resend()).toBe('done');
    api.mails.length = 0;
    await runOutbox(api.jobs);
    expect(subjects()).toEqual(['Si us plau, signa: Contracte']);
    const shown = (await show(studio.owner, id)).read(contracts.show).contract;
    expect(shown).toMatchObject({ status: 'sent', blocks: [{ text: 'Núria, Carrer Major 1' }] });
  });

  it('is withdrawn with the approval that needed it', async () => {
    await setBody('{{clientTaxId}}');
    const { token, session } = await bookAgain();
    expect(await office.mutate('contracts.withdraw', { id: (await documentsOf(token))[0]!.id, now: 1 }, ctx())).toBe(
      'done',
    );
    expect(await sql('select status from contracts where session_id = $1', session)).toEqual([{ status: 'withdrawn' }]);
  });

  it('is refused to a studio that sends it, naming what it lacks', async () => {
    await setBody('{{client}}, {{clientTaxId}}, {{price}}');
    const args = { id: newId(), sessionId, templateId, now: 1 };
    expect(await office.mutate('contracts.send', args, ctx())).toBe('contract_incomplete');
    expect(await sql('select from contracts where id = $1', args.id)).toEqual([]);
  });

  it('names the address that the booking form asked for', async () => {
    await setBody('{{client}}, {{ clientAddress }}');
    const offered = (await anna.types()).read(booking.types).types;
    expect(offered).toMatchObject([{ needsAddress: true }]);
    const { token } = await bookAgain({ address: 'Carrer Nou 3, Vic' });
    const [contract] = await documentsOf(token);
    expect(contract).toMatchObject({ isReady: true });
    const shown = await api.call('GET', `${path(token)}/contracts/${contract!.id}`, { channel: null });
    expect(shown.read(contracts.read).contract.blocks).toEqual([
      { kind: 'paragraph', text: 'Núria, Carrer Nou 3, Vic' },
    ]);
  });
});

describe('the studio', () => {
  const countersign = async (as = studio.owner, name = 'Anna Llum') =>
    api.call('POST', `/api/contracts/${await contractId()}/countersignature`, {
      as,
      account: studio.id,
      body: { name },
    });

  it('reads text and evidence; assistants, other photographers and strangers do not', async () => {
    await sign();
    const { evidence, contract } = (await show()).read(contracts.show);
    expect(contract.signerName).toBe('Núria Güell');
    const signature = { name: 'Núria Güell', ip: '203.0.113.9', userAgent: 'Phone/1.0' };
    expect(evidence).toMatchObject({ signatures: [signature], gaps: [], finalHash: null });
    expect((await show(studio.people.assistant)).status).toBe(403);
    expect((await show(studio.people.photographer)).status).toBe(404);
    await sql('update sessions set photographer_id = $2 where id = $1', sessionId, studio.people.photographer.userId);
    expect((await show(studio.people.photographer)).status).toBe(200);
    const other = await makeStudio(api);
    const foreign = await api.call('GET', `/api/contracts/${await contractId()}`, {
      as: other.owner,
      account: other.id,
    });
    expect(foreign.status).toBe(404);
  });

  it('counter-signs once after the client, and mails the final PDF with both signatures', async () => {
    expect((await countersign()).error.code).toBe('transition_refused');
    await sign();
    await runOutbox(api.jobs);
    api.mails.length = 0;
    expect((await countersign(studio.people.assistant)).status).toBe(403);
    const first = (await countersign()).read(contracts.countersign).contract;
    expect(first).toMatchObject({ countersignerName: 'Anna Llum', signerName: 'Núria Güell' });
    expect((await countersign(studio.owner, 'Another')).read(contracts.countersign).contract).toEqual(first);
    await runOutbox(api.jobs);
    const { evidence } = (await show()).read(contracts.show);
    const [mail] = api.mails.filter(({ to }) => to === email);
    expect(hash(mail!.files![0]!.content)).toBe(evidence.finalHash);
    expect(evidence.finalHash).not.toBe(evidence.signedHash);
    const printed = await pdfText(mail!.files![0]!.content);
    for (const fact of ['Núria Güell', 'Anna Llum', evidence.signedHash!]) expect(printed).toContain(fact);
  });

  it('never serves a file that is not what was signed', async () => {
    await sign();
    const [text] = await stored();
    const key = `contracts/${studio.id}/${await contractId()}/${text!['signed_sha256']}.pdf`;
    const forged = new Uint8Array([1, 2, 3]);
    const options = { contentType: 'application/pdf' };
    // The product writes it once.
    expect(await api.services.storage.put('originals', key, forged, { ...options, ifAbsent: true })).toBe(false);
    await api.services.storage.put('originals', key, forged, options);
    const file = `/api/contracts/${await contractId()}/contract.pdf`;
    expect((await api.call('GET', file, { as: studio.owner, account: studio.id })).status).toBe(500);
  });

  it('refuses templates with unknown fields, hidden characters and texts that are too long', async () => {
    const create = (texts: object) =>
      office.refusal(
        'contractTemplates.create',
        { id: newId(), name: 'T', texts: texts as never, needsCountersignature: false, now: 1 },
        ctx(),
      );
    expect(await create({ en: { title: 'T', body: 'Dear {{clientt}}' } })).toMatchObject({
      code: 'template_field_unknown',
      params: { field: 'texts.en.body', name: 'clientt' },
    });
    expect(await create({ en: { title: '{{price}}', body: 'x' } })).toMatchObject({
      params: { field: 'texts.en.title' },
    });
    for (const body of ['x\u202ey', 'x\u0007', '', 'x'.repeat(100_000)]) {
      await expect(create({ en: { title: 'T', body } })).rejects.toThrow();
    }
  });
});

describe('a questionnaire', () => {
  const questionnaire = async () => (await own()).documents.questionnaires[0]!.id;
  const ask = async () =>
    (await api.call('GET', `${path()}/questionnaires/${await questionnaire()}`, { channel: null })).read(
      contracts.questions,
    ).questionnaire;
  const answer = async (answers: object) =>
    api.call('PUT', `${path()}/questionnaires/${await questionnaire()}`, { channel: 'public', body: { answers } });

  it('is answered, notifies the studio, and can be changed until the session’s day', async () => {
    const { questions } = await ask();
    const [who, where] = questions;
    const given = { [who!.id]: ' Pol i Marta ', [where!.id]: where!.options[1]!.id };
    const shown = (await answer(given)).read(contracts.answer).questionnaire;
    expect(shown).toMatchObject({ isAnswered: true, canAnswer: true, answers: { [who!.id]: 'Pol i Marta' } });
    await runOutbox(api.jobs);
    expect(api.mails.map(({ subject }) => subject)).toContain('Núria has answered your questions');
    expect((await answer({ [who!.id]: 'Només la Marta' })).status).toBe(200);
    api.clock.advance(nine + DAY_MS - api.clock.now());
    expect((await answer({ [who!.id]: 'Too late' })).error.code).toBe('questionnaire_closed');
    expect((await ask()).answers).toEqual({ [who!.id]: 'Només la Marta' });
  });

  it('opens by the link of its own session alone', async () => {
    const id = await questionnaire();
    const other = await bookSlot(anna, { sessionTypeId: type, start: nine + 2 * HOUR_MS }, { email });
    const answers = await Promise.all([
      api.call('GET', `${path(other)}/questionnaires/${id}`, { channel: null }),
      api.call('PUT', `${path(other)}/questionnaires/${id}`, { channel: 'public', body: { answers: {} } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('is limited in its answers', async () => {
    const { questions } = await ask();
    const answers = { [questions[0]!.id]: 'Pol' };
    expect((await answer(answers)).status).toBe(200);
    await sql(`update rate_limits set count = 30 where bucket like 'answers:%'`);
    expect((await answer(answers)).status).toBe(429);
  });

  it('names each answer that is missing or does not fit, and unknown questions', async () => {
    const { questions } = await ask();
    const [who, where] = questions.map(({ id }) => id);
    const foreign = newId();
    const { error } = await answer({ [where!]: newId(), [foreign]: 'x' });
    expect(error).toMatchObject({ code: 'validation_failed', field: `answers.${who}` });
    expect(error.issues).toEqual([
      { field: `answers.${who}`, code: 'required' },
      { field: `answers.${where}`, code: 'invalid' },
      { field: `answers.${foreign}`, code: 'unknown' },
    ]);
    expect((await answer({ [who!]: 'x\u202ey' })).status).toBe(400);
    expect((await answer({ [who!]: 'x'.repeat(100_000) })).status).toBe(400);
  });

  it('is sent once per template', async () => {
    const args = { id: newId(), sessionId, templateId: questionnaireTemplateId, now: 1 };
    expect(await office.mutate('questionnaires.send', args, ctx())).toBe('conflict');
  });
});

describe('erasing', () => {
  const erase = async () => {
    const [customer] = await sql('select id from customers where account_id = $1', studio.id);
    expect(await office.mutate('customers.erase', { id: customer!['id']!, now: 1 }, ctx())).toBe('done');
  };
  const files = async () =>
    (await api.services.storage.list('originals', '')).objects.filter(({ key }) => key.includes(studio.id));

  it('takes unsigned contracts and questionnaires along', async () => {
    await erase();
    expect(await sql('select from contracts where session_id = $1', sessionId)).toEqual([]);
    expect(await sql('select from questionnaires where session_id = $1', sessionId)).toEqual([]);
  });

  it('keeps a signed contract for owners and admins until its term, then deletes row and file', async () => {
    const id = await contractId();
    await sign();
    await erase();
    for (const [table, column] of [
      ['contracts', 'id'],
      ['contract_signers', 'contract_id'],
    ])
      expect(await sql(`select signer_name from ${table} where ${column} = $1`, id)).toEqual([{ signer_name: '' }]);
    await sql('update sessions set photographer_id = $2 where id = $1', sessionId, studio.people.photographer.userId);
    expect((await show(studio.owner, id)).status).toBe(200);
    expect((await show(studio.people.photographer, id)).status).toBe(404);
    expect(await files()).toHaveLength(1);
    await emptyTrash(api.jobs);
    expect(await sql('select from contracts where id = $1', id)).toHaveLength(1);
    api.clock.advance(8 * 366 * DAY_MS);
    await emptyTrash(api.jobs);
    await runOutbox(api.jobs);
    expect(await sql('select from contracts where id = $1', id)).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it('lets the sweep remove files of signatures that were not recorded, and no others', async () => {
    await sign();
    const lost = `contracts/${studio.id}/${await contractId()}/${'b'.repeat(64)}.pdf`;
    await api.services.storage.put('originals', lost, new Uint8Array([1]), { contentType: 'application/pdf' });
    expect(await files()).toHaveLength(2);
    api.clock.advance(10 * DAY_MS);
    await cleanUpUploads(api.jobs);
    expect((await files()).map(({ key }) => key)).not.toContain(lost);
    expect(await files()).toHaveLength(1);
  });
});
