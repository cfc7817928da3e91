import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { integrations } from '#core/api/integrations.ts';
import { portal } from '#core/api/portal.ts';
import { proposals } from '#core/api/proposals.ts';
import { chooseLines, planParts, priceLines } from '#core/domain/payments/proposal-prices.ts';
import { REQUEST_LIMITS } from '#core/domain/studio/request-limits.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { readWithdrawals } from '#functions/checkouts/withdrawal.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { openBooking } from '../support/booking.ts';
import { insertContractTemplate } from '../support/documents.ts';
import { clientBrowser, copiedToken } from '../support/portal.ts';
import { proposalClient, proposer, type SentProposal, WEDDING } from '../support/proposals.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { connectStripe, deliverAll, payAt, takeEvents } from '../support/stripe.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
let owner: ReturnType<typeof proposer>;
let customerId: string;
let email: string;
let author: { account_id: string; author_id: string };

beforeEach(async () => {
  for (const table of ['rate_limits', 'outbox']) await api.db.pool.query(`delete from ${table}`);
  studio = await makeStudio(api);
  await openBooking(api, studio);
  owner = proposer(api, studio);
  author = { account_id: studio.id, author_id: studio.owner.userId };
  email = `${newId()}@example.org`;
  customerId = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email, language: 'en' });
  api.mails.length = 0;
});

const query = async (sql: string, ...values: unknown[]) => (await api.db.pool.query(sql, values)).rows;
const one = async (sql: string, ...values: unknown[]) => (await query(sql, ...values))[0];
const client = (token: string, network?: number) => proposalClient(api, studio, token, network);
const wedding = () => api.clock.now() + 200 * DAY_MS;

/** Sends the wedding and opens it by a copied link. */
async function sent(changes: { date?: number; [field: string]: unknown } = {}) {
  const proposal = await owner.send({ customerId }, changes);
  return { ...proposal, ...(await opened(proposal)) };
}
async function opened({ id }: SentProposal) {
  const token = await owner.link(id);
  return { token, couple: client(token) };
}

/** Subjects of the mails to an address. */
async function mailsTo(address: string): Promise<string[]> {
  await runOutbox(api.jobs);
  return api.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
}

describe('a proposal', () => {
  it('is read by its link, and by no other', async () => {
    const { couple, lines, id } = await sent();
    const proposal = await couple.read();
    expect(proposal).toMatchObject({ id, state: 'proposed', clientName: 'Núria', canAccept: true, accepted: null });
    expect(proposal.lines.map(({ id: line }) => line)).toEqual(Object.values(lines));
    const other = await client('a'.repeat(43)).get();
    expect([other.status, other.error.code]).toEqual([404, 'proposal_link_invalid']);
    expect(await one('select opened_at from proposals where id = $1', id)).toEqual({ opened_at: expect.any(Date) });
  });

  it('tells from which of its lines the client can withdraw', async () => {
    const productId = newId();
    const product = { kind: 'option', texts: { en: { name: 'Prints', description: '' } }, amount: 100 };
    await owner.done('products.create', { id: productId, ...product, withdrawal: 'digital' });
    const { id, lines } = await owner.draft({ customerId }, { date: wedding() });
    await owner.done('proposals.updateLine', { id: lines.album, changes: { productId } });
    await owner.done('proposals.send', { id, customerId });
    const { couple } = await opened({ id, lines });
    const proposal = await couple.read();
    expect(proposal.offersDated).toBe(true);
    expect(proposal.lines.map(({ title, withdrawal }) => [title, withdrawal])).toContainEqual(['album', 'digital']);
    expect(proposal.lines.map(({ title, withdrawal }) => [title, withdrawal])).toContainEqual(['coverage', null]);
    const chosen = [lines.small, lines.album];
    const { textHash } = await couple.terms(chosen);
    const refused = await couple.send(chosen, textHash);
    expect([refused.status, refused.error.code]).toEqual([400, 'digital_consent_required']);
    expect((await couple.read()).state).toBe('proposed');
    const { proposal: accepted } = (await couple.send(chosen, textHash, 'Núria', { hasDigitalConsent: true })).read(
      proposals.accept,
    );
    expect(accepted.accepted!.withdrawal).toMatchObject({ state: 'open' });
    const sources = { digital_sources: [`product:${lines.album}`] };
    expect(await one('select digital_sources from proposal_agreements where proposal_id = $1', id)).toEqual(sources);
    const [order] = await readWithdrawals(api.jobs.db, studio.id, { orderId: id }, api.clock.now());
    expect(order!.covered.map(({ title }) => title)).toEqual(['coverage', 'small']);
    await mailsTo(email);
    const told = api.mails.find(({ to, subject }) => to === email && subject.startsWith('Accepted'))!;
    expect(told.text).toContain('this ends your right to withdraw from it: album.');
  });

  it('leaves the right to withdraw from digital content without the client’s consent', async () => {
    const productId = newId();
    const product = { kind: 'option', texts: { en: { name: 'Files', description: '' } }, amount: 100 };
    await owner.done('products.create', { id: productId, ...product, withdrawal: 'digital' });
    const { couple, lines, id } = await sent();
    await couple.accept([lines.small]);
    // As an acceptance by the release before, and as a line that a member adds.
    const line = { productId, title: 'Files', quantity: 1, unitAmount: 100, discount: 0 };
    await owner.done('payments.addLine', { orderId: id, id: newId(), line });
    const [order] = await readWithdrawals(api.jobs.db, studio.id, { orderId: id }, api.clock.now());
    expect([order!.digital, order!.covered.map(({ title }) => title)]).toEqual([[], ['coverage', 'small', 'Files']]);
    await mailsTo(email);
    expect(api.mails.at(-1)!.text).not.toContain('immediately');
  });

  it('is no order before it is accepted, and then one of the chosen lines with its plan', async () => {
    const { couple, lines, id } = await sent({ date: wedding(), duration: 600, discountPercent: 10 });
    expect(await one('select total, open from order_totals where order_id = $1', id)).toEqual({ total: 0, open: 0 });
    const chosen = [lines.large, lines.album];
    const terms = await couple.terms(chosen);
    expect(terms).toMatchObject({ subtotal: 220_001, discount: 22_000, total: 198_001, contract: null });
    const { proposal } = (await couple.accept(chosen)).read(proposals.accept);
    expect(proposal).toMatchObject({ state: 'accepted', accepted: { name: 'Núria', total: 198_001, paid: 0 } });
    expect(proposal.accepted!.instalments.map(({ amount }) => amount)).toEqual([67_321, 65_340, 65_340]);
    const placed = await query(
      'select title, amount, discount from order_lines where order_id = $1 order by position',
      id,
    );
    expect(placed).toEqual([
      { title: 'coverage', amount: 90_000, discount: 10_000 },
      { title: 'large', amount: 81_000, discount: 9_000 },
      { title: 'album', amount: 27_001, discount: 3_000 },
    ]);
    expect(await one('select status, source, customer_id, duration from sessions where id = $1', id)).toEqual({
      status: 'scheduled',
      source: 'client',
      customer_id: customerId,
      duration: 600,
    });
    expect(await one('select payment_amount, deposit_amount from session_billing where session_id = $1', id)).toEqual({
      payment_amount: 198_001,
      deposit_amount: 67_321,
    });
    expect(await one('select kind, status, session_id, plan_moves from orders where id = $1', id)).toEqual({
      kind: 'session',
      status: 'placed',
      session_id: id,
      plan_moves: true,
    });
    const agreed = await one('select sha256, ip, user_agent from proposal_agreements where proposal_id = $1', id);
    expect(agreed).toEqual({ sha256: terms.textHash, ip: '10.8.1.1', user_agent: 'Phone' });
  });

  it('without a session is an order that the client’s page asks to pay', async () => {
    const plan = [{ amount: null, percent: 100, due: { kind: 'accepted', days: 7 } }];
    const { couple, lines, id } = await sent({ plan });
    expect((await couple.accept([lines.small])).status).toBe(200);
    expect(await query('select from sessions where id = $1', id)).toEqual([]);
    const link = await copiedToken(api, studio, customerId);
    const { tasks } = (await clientBrowser(api, studio, link).page()).read(portal.page);
    expect(tasks).toMatchObject([{ kind: 'order', id, amount: 150_000 }]);
  });

  it('is paid by card, first instalment first', async () => {
    await connectStripe(api, studio);
    takeEvents(api);
    const { couple, lines, id } = await sent({ date: wedding() });
    expect((await couple.pay('deposit')).error.code).toBe('payment_not_due');
    const { proposal } = (await couple.accept([lines.small])).read(proposals.accept);
    expect(proposal.accepted!.payments).toMatchObject([
      { item: 'deposit', amount: 51_000 },
      { item: 'all', amount: 150_000 },
    ]);
    payAt(api, (await couple.pay('deposit')).read(proposals.pay).url);
    await deliverAll(api);
    expect((await couple.read()).accepted).toMatchObject({ paid: 51_000, instalments: [{ paid: 51_000 }, {}, {}] });
    expect(await query('select purpose, amount, status from payments where order_id = $1', id)).toEqual([
      { purpose: 'deposit', amount: 51_000, status: 'paid' },
    ]);
  });

  it('owes an instalment again once its dispute is lost, and no other', async () => {
    const account = await connectStripe(api, studio);
    takeEvents(api);
    const plan = [40, 60].map((percent, at) => ({ amount: null, percent, due: { kind: 'accepted', days: at * 30 } }));
    const { couple, lines, id } = await sent({ plan });
    await couple.accept([lines.small]);
    const books = () => one('select total, paid, open from order_totals where order_id = $1', id);
    const due = async () => (await couple.read()).accepted!.payments[0];
    const pay = async () => {
      const { item } = (await due())!;
      payAt(api, (await couple.pay(item)).read(proposals.pay).url);
      await deliverAll(api);
    };
    await pay();
    const second = { item: 'balance', amount: 90_000 };
    expect([await books(), await due()]).toMatchObject([{ paid: 60_000, open: 90_000 }, second]);
    const { world } = api.stripe;
    const [intent] = world.connected(account).intents;
    const { id: disputed } = world.openDispute(account, intent!.id);
    await deliverAll(api);
    expect([await books(), await due()]).toMatchObject([{ paid: 60_000, open: 90_000 }, second]);
    world.closeDispute(account, disputed, 'lost');
    for (const event of takeEvents(api).flatMap((one) => [one, one])) expect(await api.stripe.deliver(event)).toBe(200);
    expect([await books(), await due()]).toMatchObject([{ paid: 0, open: 150_000 }, { amount: 60_000 }]);
    await pay();
    expect([await books(), await due()]).toMatchObject([{ paid: 60_000, open: 90_000 }, second]);
  });

  it('is paid once by two phones that pay at the same time', async () => {
    await connectStripe(api, studio);
    const { couple, lines, id, token } = await sent({ date: wedding() });
    await couple.accept([lines.small]);
    const phones = [couple, client(token, 2)];
    const answers = await Promise.all([0, 1, 0, 1].map((at) => phones[at]!.pay(at === 0 ? 'deposit' : 'all')));
    const opened = answers.filter(({ status }) => status === 201).map((answer) => answer.read(proposals.pay).url);
    expect(opened).not.toEqual([]);
    for (const url of new Set(opened)) payAt(api, url);
    await deliverAll(api);
    await deliverAll(api);
    const { total, paid } = await one('select total, paid from order_totals where order_id = $1', id);
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(total);
  });

  it('shows the session as it is now, and none once it is cancelled or gone', async () => {
    const { couple, lines, id } = await sent({ date: wedding(), location: 'Begur' });
    await couple.accept([lines.small]);
    const start = wedding() + DAY_MS;
    await query(
      "update sessions set date = $2, duration = 90, location = 'Pals' where id = $1 returning ''",
      id,
      new Date(start),
    );
    const moved = await couple.read();
    expect(moved.session).toMatchObject({ start, end: start + 90 * MINUTE_MS, place: 'Pals' });
    expect(moved.accepted!.ended).toBeNull();
    // The studio has moved it to an earlier time, which costs the client nothing.
    const promised = { windows: [{ hours: 48, keeps: 'deposit' }], isAutomatic: false, countsFrom: start };
    await query("update sessions set cancellation = $2 where id = $1 returning ''", id, JSON.stringify(promised));
    expect((await couple.read()).session).toMatchObject({ cancellation: promised });
    const shown = async (change: string) => {
      await query(`update sessions set ${change} where id = $1 returning ''`, id);
      const { session, accepted } = await couple.read();
      return [session, accepted!.ended];
    };
    expect(await shown("status = 'cancelled'")).toEqual([null, 'cancelled']);
    expect(await shown("status = 'declined'")).toEqual([null, 'cancelled']);
    expect(await shown("status = 'scheduled', deleted_at = now()")).toEqual([null, 'cancelled']);
    expect((await shown('deleted_at = null'))[1]).toBeNull();
  });

  it('that was withdrawn from ends, unless other lines stand once that is settled', async () => {
    const { couple, lines, id } = await sent();
    await couple.accept([lines.small]);
    const ended = async (change: string) => {
      await query(`update orders set ${change} where id = $1 returning ''`, id);
      return (await couple.read()).accepted!.ended;
    };
    expect(await ended("withdrawn_at = now(), withdrawn_name = 'Núria', withdrawn_sources = '[]'")).toBeNull();
    const sources = '(select jsonb_agg(source) from order_lines l where l.order_id = orders.id)';
    expect(await ended(`withdrawn_sources = ${sources}`)).toBe('withdrawn');
    expect(await ended('withdrawal_settled_at = now()')).toBeNull();
  });

  it('tells the client who accepted of the right to withdraw, which a plain form uses', async () => {
    const { couple, lines, id, token } = await sent({ date: wedding() });
    await couple.accept([lines.small]);
    await mailsTo(email);
    const told = api.mails.find(({ subject }) => subject.startsWith('Accepted'))!.text;
    const mailed =
      /You can withdraw from this contract without giving a reason until [^.]+\.\n\nWithdraw from the contract:\n(\S+)/.exec(
        told,
      )![1]!;
    expect((await couple.read()).accepted!.withdrawal).toMatchObject({ state: 'open' });
    const page = await api.call('GET', new URL(mailed).pathname, { channel: null });
    expect([page.status, page.text.includes('Confirm withdrawal')]).toEqual([200, true]);
    const path = `/api/p/${studio.slug}/proposals/${token}/withdrawal`;
    const submit = (name: string) =>
      api.call('POST', path, {
        channel: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ name }).toString(),
      });
    expect([(await submit(' ')).status, (await submit('Núria Vidal')).status]).toEqual([400, 200]);
    expect(await one('select withdrawn_name as name from orders where id = $1', id)).toEqual({ name: 'Núria Vidal' });
    expect((await couple.read()).accepted).toMatchObject({ ended: 'withdrawn', withdrawal: { state: 'declared' } });
  });

  it('opens the page to withdraw only for contacts who sign or pay', async () => {
    const guest = { id: newId(), customer_id: customerId, position: 1, name: 'Guest', email: 'guest@example.org' };
    await insertRow(api.db.pool, 'customer_contacts', { ...guest, ...author, signs: false, pays: false });
    await query(
      'update customer_contacts set signs = true, pays = true where customer_id = $1 and position = 0',
      customerId,
    );
    const { couple, lines, id, token } = await sent();
    await couple.accept([lines.small]);
    const open = () => api.call('GET', `/api/p/${studio.slug}/proposals/${token}/withdrawal`, { channel: null });
    expect((await open()).status).toBe(200);
    await query('update proposal_links set contact_id = $2 where proposal_id = $1', id, guest.id);
    expect([(await open()).status, (await couple.read()).accepted!.withdrawal]).toEqual([404, null]);
  });

  it('is listed on the client’s page while it is open, and opens from there', async () => {
    const { id, couple, lines } = await sent();
    const link = await copiedToken(api, studio, customerId);
    const browser = clientBrowser(api, studio, link);
    expect((await browser.page()).read(portal.page).proposals).toMatchObject([{ id, title: 'Our wedding' }]);
    const { link: token } = (await browser.openProposal(id)).read(portal.openProposal);
    expect((await client(token).read()).id).toBe(id);
    const stranger = await insertCustomer(api.db.pool, studio.id, { name: 'Pau' });
    const theirs = clientBrowser(api, studio, await copiedToken(api, studio, stranger));
    expect((await theirs.openProposal(id)).error.code).toBe('not_found');
    await couple.accept([lines.small]);
    expect((await browser.page()).read(portal.page).proposals).toEqual([]);
  });

  it('mails its client a link, a reminder before its end, and what was agreed', async () => {
    const { id, lines } = await owner.send({ customerId }, { message: 'Dear both', date: wedding() });
    expect(await mailsTo(email)).toEqual(['Your proposal: Our wedding']);
    const [mail] = api.mails;
    expect(mail!.text).toContain('Dear both');
    const token = /\/proposal\/([\w-]{43})\s/.exec(mail!.text)![1]!;
    api.clock.advance(12 * DAY_MS);
    expect(await mailsTo(email)).toContainEqual(expect.stringMatching(/^Open until .*: Our wedding$/));
    await client(token).accept([lines.small]);
    expect(await mailsTo(email)).toContain('Accepted: Our wedding');
    const accepted = api.mails.find(({ subject }) => subject.startsWith('Accepted'))!;
    expect(accepted.text).toMatch(/1 × coverage · €1,000\n1 × small · €500\nTotal: €1,500\n/);
    const told = await query("select payload from outbox where kind = 'studio.notification'");
    expect(told.map(({ payload }) => payload)).toContainEqual({
      accountId: studio.id,
      what: 'booking',
      proposalId: id,
    });
  });

  it('of a lead makes a client when it is sent, and a booked lead when it is accepted', async () => {
    const leadId = newId();
    const from = { name: 'Marta', email: `${newId()}@example.org`, message: 'Are you free in May?', language: 'ca' };
    await insertRow(api.db.pool, 'leads', { id: leadId, account_id: studio.id, ...from });
    const proposal = await owner.send({ leadId }, { date: wedding() });
    const lead = () => one('select status, session_id, customer_id from leads where id = $1', leadId);
    const { customer_id: made } = await lead();
    expect(await one('select name, email from customers where id = $1', made)).toEqual({
      name: 'Marta',
      email: from.email,
    });
    const { couple } = await opened(proposal);
    await couple.accept([proposal.lines.small]);
    expect(await lead()).toEqual({ status: 'answered', session_id: proposal.id, customer_id: made });
  });

  it('can be declined with a reason, and be sent again', async () => {
    const { id, couple, lines } = await sent();
    const { proposal } = (await couple.decline('Too far away')).read(proposals.decline);
    expect(proposal.state).toBe('declined');
    expect((await couple.decline()).status).toBe(200);
    expect((await couple.ask([lines.small])).error.code).toBe('proposal_closed');
    expect(await one('select reason from proposals where id = $1', id)).toEqual({ reason: 'Too far away' });
    await owner.done('proposals.withdraw', { id });
    await owner.done('proposals.send', { id, customerId });
    expect((await couple.accept([lines.small])).status).toBe(200);
  });

  it('cannot be accepted once its time is over', async () => {
    const { couple, lines } = await sent();
    const { textHash } = await couple.terms([lines.small]);
    api.clock.advance(14 * DAY_MS);
    expect((await couple.read()).state).toBe('lapsed');
    const late = await couple.send([lines.small], textHash);
    expect([late.status, late.error.code, late.error.params]).toMatchObject([
      409,
      'proposal_closed',
      { state: 'lapsed' },
    ]);
  });
});

describe('the signature', () => {
  it('is refused for a line, a price, a text or a choice that is not what was read', async () => {
    const templateId = await insertContractTemplate(api.db.pool, author);
    const { id, couple, lines } = await sent({ date: wedding(), contractTemplateId: templateId });
    const chosen = [lines.small];
    const { textHash } = await couple.terms(chosen);
    const refused = async (choice: readonly string[] = chosen) => {
      const answer = await couple.send(choice, textHash);
      expect([answer.status, answer.error.code]).toEqual([409, 'proposal_changed']);
    };
    await refused([lines.large]);
    await refused([...chosen, lines.album]);
    const resend = async (...changes: [string, object][]) => {
      await owner.done('proposals.withdraw', { id });
      const withdrawn = await couple.send(chosen, textHash);
      expect(withdrawn.error.code).toBe('proposal_closed');
      for (const [name, args] of changes) await owner.done(name, args);
      await owner.done('proposals.send', { id, customerId });
    };
    const album = (changes: object): [string, object] => ['proposals.updateLine', { id: lines.coverage, changes }];
    await resend(album({ unitAmount: 99_999 }));
    await refused();
    await resend(album({ unitAmount: 100_000, title: 'coverage by a second photographer' }));
    await refused();
    await resend(album({ title: 'coverage' }), ['proposals.update', { id, changes: { location: 'Begur' } }]);
    await refused();
    await resend(['proposals.update', { id, changes: { location: '' } }]);
    const rules = (withdrawable: boolean) =>
      query(
        "update settings set value = value || jsonb_build_object('withdrawable', $2::boolean) where account_id = $1 and key = 'booking'",
        studio.id,
        withdrawable,
      );
    await rules(false);
    await refused();
    await rules(true);
    expect((await couple.terms(chosen)).textHash).toBe(textHash);
    await query(
      "update contract_templates set texts = jsonb_set(texts, '{ca,body}', '\"Other\"') where id = $1",
      templateId,
    );
    await refused();
    await resend(['proposals.removeLine', { id: lines.small }]);
    await refused();
  });

  it('signs lines and contract together; the PDF follows, and the booking is confirmed', async () => {
    const templateId = await insertContractTemplate(api.db.pool, author);
    const { id, couple, lines } = await sent({ date: wedding(), contractTemplateId: templateId });
    const chosen = [lines.large];
    const terms = await couple.terms(chosen);
    expect(JSON.stringify(terms.contract)).toMatch(/Preu: 1\.900\s€/);
    const { proposal } = (await couple.accept(chosen, 'Núria Vidal')).read(proposals.accept);
    expect(proposal.accepted!.signatures).toEqual({ signed: 1, of: 1, isAwaitingYou: false });
    await runOutbox(api.jobs);
    expect(await one('select status, signer_name, is_required from contracts where session_id = $1', id)).toEqual({
      status: 'signed',
      signer_name: 'Núria Vidal',
      is_required: true,
    });
    const signed = await one(
      'select signed_text, signed_price, signed_sha256 from contract_texts t join contracts k on k.id = t.contract_id where k.session_id = $1',
      id,
    );
    expect(signed).toMatchObject({ signed_price: 190_000, signed_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const agreed = await one('select agreed_text from proposal_agreements where proposal_id = $1', id);
    expect(JSON.parse(agreed.agreed_text).contract).toBe(signed.signed_text);
    expect(await one('select status from sessions where id = $1', id)).toEqual({ status: 'confirmed' });
  });

  it('of one of two who sign waits for the other', async () => {
    const other = `${newId()}@example.org`;
    const contact = { id: newId(), customer_id: customerId, position: 1, name: 'Marc', email: other, signs: true };
    await insertRow(api.db.pool, 'customer_contacts', { ...contact, ...author });
    await query('update customer_contacts set signs = true where customer_id = $1', customerId);
    const templateId = await insertContractTemplate(api.db.pool, author);
    const { id, couple, lines } = await sent({ date: wedding(), contractTemplateId: templateId });
    const { proposal } = (await couple.accept([lines.small])).read(proposals.accept);
    expect(proposal.accepted!.signatures).toEqual({ signed: 1, of: 2, isAwaitingYou: false });
    expect(await mailsTo(other)).toContain('Please sign: Contracte de retrat');
    const proposed = api.mails.find(({ to, text }) => to === other && text.includes('/proposal/'))!;
    const marc = await client(/\/proposal\/([\w-]{43})\s/.exec(proposed.text)![1]!).read();
    expect(marc.accepted!.signatures).toEqual({ signed: 1, of: 2, isAwaitingYou: true });
    expect(await one('select status from contracts where session_id = $1', id)).toEqual({ status: 'sent' });
  });

  it('is refused by a contract with a gap, already when it is sent', async () => {
    const texts = { ca: { title: 'Contracte', body: 'Adreça: {{clientAddress}}' } };
    const templateId = await insertContractTemplate(api.db.pool, author, { texts });
    const { id } = await owner.draft({ customerId }, { date: wedding(), contractTemplateId: templateId });
    expect(await owner.mutate('proposals.send', { id, customerId })).toBe('contract_incomplete');
    expect(await one('select status from proposals where id = $1', id)).toEqual({ status: 'draft' });
  });
});

describe('the time of a session', () => {
  it('is held while the proposal is open, if the studio wants', async () => {
    const date = wedding();
    const { id } = await sent({ date, holdsSlot: true });
    const other = await owner.draft({ customerId }, { date, holdsSlot: true });
    expect(await owner.mutate('proposals.send', { id: other.id, customerId })).toBe('slot_taken');
    await owner.done('proposals.withdraw', { id });
    expect(await owner.mutate('proposals.send', { id: other.id, customerId })).toBe('done');
  });

  it('that was taken meanwhile refuses the acceptance before any payment', async () => {
    const date = wedding();
    const { id, couple, lines } = await sent({ date });
    const session = { id: newId(), ...author, customer_id: customerId, date: new Date(date), status: 'confirmed' };
    await insertRow(api.db.pool, 'sessions', session);
    expect((await couple.read()).session!.isFree).toBe(false);
    const late = await couple.accept([lines.small]);
    expect([late.status, late.error.code]).toEqual([409, 'slot_taken']);
    expect(await one('select status from proposals where id = $1', id)).toEqual({ status: 'proposed' });
    expect(await query('select from order_lines where order_id = $1', id)).toEqual([]);
  });

  it('goes to one of two proposals that are accepted at the same time', async () => {
    const date = wedding();
    const [first, second] = [await sent({ date }), await sent({ date })];
    const answers = await Promise.all([first, second].map(({ couple, lines }) => couple.accept([lines.small])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.error.code).toBe('slot_taken');
  });
});

describe('races', () => {
  it('two acceptances make one order', async () => {
    const { id, couple, token, lines } = await sent({ date: wedding() });
    const [small, large] = [await couple.terms([lines.small]), await couple.terms([lines.large])];
    const answers = await Promise.all([
      couple.send([lines.small], small.textHash),
      client(token, 2).send([lines.large], large.textHash),
      couple.send([lines.small], small.textHash),
      client(token, 2).send([lines.large], large.textHash),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
    const { total } = await one('select total from order_totals where order_id = $1', id);
    expect([150_000, 190_000]).toContain(total);
    expect(await query('select from sessions where id = $1', id)).toHaveLength(1);
  });

  it('an acceptance and a withdrawal leave either an order or a draft', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, couple, lines } = await sent();
      const { textHash } = await couple.terms([lines.small]);
      const [answer, withdrawn] = await Promise.all([
        couple.send([lines.small], textHash),
        owner.mutate('proposals.withdraw', { id }),
      ]);
      const { status } = await one('select status from proposals where id = $1', id);
      const placed = await query('select from order_lines where order_id = $1', id);
      const isAccepted = answer.status === 200;
      expect([status, withdrawn, placed.length]).toEqual(
        isAccepted ? ['accepted', 'transition_refused', 2] : ['draft', 'done', 0],
      );
    }
  });

  it('an acceptance and a merge of its client end with one client', async () => {
    for (let round = 0; round < 4; round += 1) {
      const double = await insertCustomer(api.db.pool, studio.id, { name: 'Núria', email: `${newId()}@example.org` });
      const proposal = await owner.send({ customerId: double });
      const { couple } = await opened(proposal);
      const { textHash } = await couple.terms([proposal.lines.small]);
      const merge = { keepId: customerId, mergeIds: [double], fields: {} };
      const [answer, merged] = await Promise.all([
        couple.send([proposal.lines.small], textHash),
        owner.mutate('customers.merge', merge),
      ]);
      expect([answer.status, merged]).toEqual([200, 'done']);
      const owners = 'select o.customer_id as "order", p.customer_id from orders o join proposals p on p.id = o.id';
      expect(await one(`${owners} where o.id = $1`, proposal.id)).toEqual({
        order: customerId,
        customer_id: customerId,
      });
    }
  });

  it('two members edit different fields and lines without loss', async () => {
    const { id, lines } = await owner.draft({ customerId });
    const edits: [string, object][] = [
      ['proposals.update', { id, changes: { message: 'Dear both' } }],
      ['proposals.update', { id, changes: { location: 'Begur' } }],
      ['proposals.updateLine', { id: lines.album, changes: { title: 'Album of 40 pages' } }],
      ['proposals.updateLine', { id: lines.album, changes: { unitAmount: 45_000 } }],
      ['proposals.updateLine', { id: lines.small, changes: { quantity: 2 } }],
    ];
    expect(await Promise.all(edits.map(([name, args]) => owner.mutate(name, args)))).toEqual(edits.map(() => 'done'));
    expect(await one('select message, location from proposals where id = $1', id)).toEqual({
      message: 'Dear both',
      location: 'Begur',
    });
    expect(await one('select title, unit_amount from proposal_lines where id = $1', lines.album)).toEqual({
      title: 'Album of 40 pages',
      unit_amount: 45_000,
    });
  });
});

it('is read by other programs with the scope of payments', async () => {
  const { id, couple, lines } = await sent();
  await owner.draft({ customerId });
  await couple.accept([lines.large]);
  const expiresAt = api.clock.now() + DAY_MS;
  const made = await api.call('POST', '/api/tokens', {
    as: studio.owner,
    account: studio.id,
    body: { name: 'Books', scopes: ['payments:read'], expiresAt },
  });
  const { token } = made.read(integrations.createToken);
  const listed = await api.call('GET', `/api/v1/proposals?customerId=${customerId}`, { token, channel: null });
  expect(listed.read(integrations.listProposals).data).toMatchObject([
    {
      id,
      status: 'accepted',
      lines: [{ isChosen: true }, { title: 'small', group: 'Package', isChosen: false }, { isChosen: true }, {}],
    },
  ]);
});

it('of add-ons alone is not accepted with nothing chosen', async () => {
  const { id, lines } = await owner.draft({ customerId });
  for (const name of ['coverage', 'small', 'large'] as const) {
    await owner.done('proposals.removeLine', { id: lines[name] });
  }
  await owner.done('proposals.send', { id, customerId });
  const { couple } = await opened({ id, lines });
  expect((await couple.ask([])).error.code).toBe('validation_failed');
  expect((await couple.send([], 'a'.repeat(64))).error.code).toBe('proposal_changed');
  expect((await couple.accept([lines.album])).status).toBe(200);
});

describe('links', () => {
  const statuses = (tokens: readonly string[]) =>
    Promise.all(tokens.map(async (token) => (await client(token).get()).status));
  const mailed = async (address: string) => {
    await runOutbox(api.jobs);
    const mail = api.mails.findLast(({ to }) => to === address)!;
    return /\/proposal\/([\w-]{43})\s/.exec(mail.text)![1]!;
  };

  it('of a former client end when the proposal goes to another one', async () => {
    const { id, token } = await sent();
    const browser = clientBrowser(api, studio, await copiedToken(api, studio, customerId));
    const { link } = (await browser.openProposal(id)).read(portal.openProposal);
    const former = [token, link, await mailed(email)];
    await owner.done('proposals.withdraw', { id });
    await owner.done('proposals.address', { id, customerId, leadId: null });
    await owner.done('proposals.send', { id, customerId });
    expect(await statuses(former)).toEqual([200, 200, 200]);
    const other = `${newId()}@example.org`;
    const otherId = await insertCustomer(api.db.pool, studio.id, { name: 'Pau', email: other, language: 'en' });
    await owner.done('proposals.withdraw', { id });
    await owner.done('proposals.address', { id, customerId: otherId, leadId: null });
    await owner.done('proposals.send', { id, customerId: otherId });
    expect(await statuses(former)).toEqual([404, 404, 404]);
    expect((await client(await mailed(other)).read()).clientName).toBe('Pau');
  });

  it('that name nobody end with the client’s address, as mailed ones do', async () => {
    const { token } = await sent();
    const other = await owner.send({ customerId: await insertCustomer(api.db.pool, studio.id, { name: 'Pau' }) });
    const links = [token, await mailed(email), await owner.link(other.id)];
    await owner.done('customers.update', { id: customerId, changes: { phone: '600' } });
    expect(await statuses(links)).toEqual([200, 200, 200]);
    await owner.done('customers.update', { id: customerId, changes: { email: `new.${email}` } });
    expect(await statuses(links)).toEqual([404, 404, 200]);
  });

  it('are not made for a client in the trash', async () => {
    const { id } = await owner.draft({ customerId });
    await query('update customers set deleted_at = now() where id = $1', customerId);
    expect(await owner.mutate('proposals.send', { id, customerId })).toBe('not_found');
    expect(await owner.mutate('proposals.address', { id, customerId, leadId: null })).toBe('not_found');
  });
});

describe('guards', () => {
  it('count acceptances per network and lock nobody else out', async () => {
    const { token, lines } = await sent();
    const guess = (network: number) => client(token, network).send([lines.small], 'a'.repeat(64));
    for (let call = 0; call < REQUEST_LIMITS.signatures.max; call += 1) {
      expect((await guess(1)).error.code).toBe('proposal_changed');
    }
    expect((await guess(1)).status).toBe(429);
    expect((await client(token, 2).accept([lines.small])).status).toBe(200);
  });

  it('refuse clients of a suspended studio, and sending in one that may only read', async () => {
    const { token, couple, lines } = await sent();
    const draft = await owner.draft({ customerId });
    expect(await owner.mutate('proposals.send', { id: draft.id, customerId }, { access: 'read_only' })).toBe(
      'studio_read_only',
    );
    const { textHash } = await couple.terms([lines.small]);
    await query('update accounts set paused_at = now() where id = $1', studio.id);
    for (const answer of [
      await client(token).get(),
      await couple.send([lines.small], textHash),
      await couple.decline(),
      await couple.pay('deposit'),
    ]) {
      expect(answer.error.code).toBe('studio_unavailable');
    }
  });

  it('let a contact who does not sign read only', async () => {
    const office = { id: newId(), customer_id: customerId, position: 1, name: 'Office', email: 'office@example.org' };
    await insertRow(api.db.pool, 'customer_contacts', { ...office, ...author, pays: true, signs: false });
    await query('update customer_contacts set signs = true where customer_id = $1 and position = 0', customerId);
    const { id, lines, couple } = await sent();
    await query('update proposal_links set contact_id = $2 where proposal_id = $1', id, office.id);
    expect((await couple.read()).canAccept).toBe(false);
    expect((await couple.accept([lines.small])).error.code).toBe('not_found');
    expect((await couple.decline()).error.code).toBe('not_found');
  });

  it('refuse the id of a session or an order, to which lines would be added', async () => {
    const { id: from } = await owner.draft({ customerId });
    const [sessionId, orderId] = [newId(), newId()];
    const session = { ...author, customer_id: customerId, date: new Date(wedding()), status: 'confirmed' };
    await insertRow(api.db.pool, 'sessions', { id: sessionId, ...session });
    await owner.done('payments.createOrder', { id: orderId, customerId });
    for (const id of [sessionId, orderId]) {
      const proposal = { id, title: 'Mine', isTemplate: false, customerId };
      expect(await owner.mutate('proposals.create', proposal)).toBe('conflict');
      expect(await owner.mutate('proposals.copy', { ...proposal, fromId: from, lines: [] })).toBe('conflict');
    }
    const { id } = await owner.draft({ customerId });
    await insertRow(api.db.pool, 'orders', { id, ...author, kind: 'manual', customer_id: customerId, currency: 'EUR' });
    expect(await owner.mutate('proposals.send', { id, customerId })).toBe('conflict');
  });

  it('keep proposals of other photographers from photographers', async () => {
    const { id } = await owner.draft({ customerId });
    const photographer = { userId: crypto.randomUUID(), role: 'photographer' };
    expect(await owner.mutate('proposals.update', { id, changes: { message: 'x' } }, photographer)).toBe('forbidden');
  });
});

it('orders what the model computes, for any lines, choice, discount and plan', async () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 3 }),
    unitAmount: fc.integer({ min: 0, max: 99_999 }),
    choice: fc.constantFrom('fixed' as const, 'optional' as const),
    isTaken: fc.boolean(),
  });
  const anyCase = fc.record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    discountAmount: fc.nat(50_000),
    discountPercent: fc.nat(100),
    parts: fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ lines: drawn, discountAmount, discountPercent, parts }) => {
      await query('delete from rate_limits');
      const id = newId();
      await owner.done('proposals.create', { id, title: 'Any', isTemplate: false, customerId });
      const lines = drawn.map(({ isTaken, ...line }, position) => ({
        ...line,
        isTaken,
        id: newId(),
        position,
        title: `Line ${position}`,
        description: '',
        groupName: '',
      }));
      for (const { id: lineId, isTaken: _isTaken, ...line } of lines) {
        await owner.done('proposals.addLine', { id: lineId, proposalId: id, line: { productId: null, ...line } });
      }
      const plan = parts.map((amount, days) => ({ amount, percent: null, due: { kind: 'accepted' as const, days } }));
      const discount = { discountAmount, discountPercent };
      const validUntil = api.clock.now() + DAY_MS;
      await owner.done('proposals.update', { id, changes: { ...discount, plan, validUntil } });
      await owner.done('proposals.send', { id, customerId });
      const { couple } = await opened({ id } as SentProposal);
      const chosen = lines.filter(({ choice, isTaken }) => choice === 'optional' && isTaken).map((line) => line.id);
      if (chosen.length === 0 && lines.every(({ choice }) => choice === 'optional')) return;
      const model = priceLines(chooseLines(lines, chosen), discount);
      const { proposal } = (await couple.accept(chosen)).read(proposals.accept);
      const placed = await query('select amount, discount from order_lines where order_id = $1 order by position', id);
      expect(placed).toEqual(model.lines.map(({ amount, discount: share }) => ({ amount, discount: share })));
      expect(await one('select total, open from order_totals where order_id = $1', id)).toEqual({
        total: model.total,
        open: model.total,
      });
      const instalments = await query('select amount from order_instalments where order_id = $1 order by position', id);
      const expected = planParts(plan, model.total).map(({ amount }) => ({ amount }));
      expect(instalments).toEqual(expected);
      const agreed = await one('select agreed_text from proposal_agreements where proposal_id = $1', id);
      expect(JSON.parse(agreed.agreed_text).plan.map(({ amount }: { amount: number }) => ({ amount }))).toEqual(
        expected,
      );
      expect(proposal.accepted!.total).toBe(model.total);
    }),
    { numRuns: 8 },
  );
});

it('a template is copied with its lines, and never sent', async () => {
  const { id, lines } = await owner.draft({ customerId });
  const copies = () => Object.values(lines).map((from) => ({ from, id: newId() }));
  const templateId = newId();
  const ofTemplate = copies();
  await owner.done('proposals.copy', {
    id: templateId,
    fromId: id,
    isTemplate: true,
    title: 'Weddings',
    lines: ofTemplate,
  });
  expect(await owner.mutate('proposals.send', { id: templateId, customerId })).toBe('validation_failed');
  const draft = newId();
  const again = ofTemplate.map(({ id: from }) => ({ from, id: newId() }));
  await owner.done('proposals.copy', { id: draft, fromId: templateId, isTemplate: false, customerId, lines: again });
  const amounts = await query('select unit_amount from proposal_lines where proposal_id = $1 order by position', draft);
  expect(amounts.map(({ unit_amount: amount }) => amount)).toEqual(
    Object.values(WEDDING).map((line) => line.unitAmount),
  );
  const short = { id: newId(), fromId: templateId, isTemplate: false, customerId, lines: again.slice(1) };
  expect(
    await owner.mutate('proposals.copy', { ...short, lines: short.lines.map((line) => ({ ...line, id: newId() })) }),
  ).toBe('conflict');
});
