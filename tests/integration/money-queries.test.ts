import { afterAll, describe, expect, it } from 'vitest';
import { amountDue, type Billing } from '#core/domain/payments/billing.ts';
import { SESSION_STATUSES, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import type { Args } from '../support/back-office.ts';
import { QUERY_CASES } from '../support/back-office-query-cases.ts';
import { makeRows, memberContext } from '../support/back-office-rows.ts';
import { mutatorStudio } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const studio = await mutatorStudio('owner');
const { database, office, members, ctx, query } = studio;
afterAll(() => studio.close());

const author = { account_id: members.accountId, author_id: ctx.userId };
const DUE = Date.UTC(2030, 0, 1);

async function billed(customerId: string, values: Row = {}, billing = 'due_date = null'): Promise<string> {
  const id = newId();
  await insertRow(database.pool, 'sessions', {
    id,
    ...author,
    customer_id: customerId,
    date: new Date(DUE),
    ...values,
  });
  await query(
    `update session_billing set payment_amount = 1000, deposit_amount = 300, ${billing} where session_id = $1`,
    [id],
  );
  return id;
}
const due = async (args: object = {}) => office.read('payments.due', { limit: 1000, ...args }, ctx);
const idsOf = (rows: readonly Row[]) => rows.map(({ sessionId }) => String(sessionId)).toSorted();

describe('the owed amount', () => {
  it('counts agreed sessions, equal to the clients’ balances', async () => {
    const customerId = await insertCustomer(database.pool, members.accountId);
    const made: [SessionStatus, string][] = [];
    for (const status of SESSION_STATUSES) made.push([status, await billed(customerId, { status })]);
    await billed(customerId, { deleted_at: new Date() });
    await billed(customerId, {}, 'waived = true');
    const rows = (await due()) as Row[];
    const owing = made.filter(([status]) => !['inquiry', 'declined', 'cancelled'].includes(status));
    expect(idsOf(rows)).toEqual(owing.map(([, id]) => id).toSorted());
    // An overpaid session lowers nothing that is owed for another one.
    const overpaid = await billed(customerId, { photographer_id: ctx.userId });
    const more = {
      ...author,
      session_id: overpaid,
      date: new Date(DUE),
      amount: 1500,
      currency: 'EUR',
      status: 'paid',
    };
    await insertRow(database.pool, 'payments', { id: newId(), ...more });
    const sums = await query('select sum(owed)::int as owed from customer_balances where customer_id = $1', [
      customerId,
    ]);
    const owed = ((await due()) as (Row & Billing)[]).reduce((sum, row) => sum + amountDue(row), 0);
    expect([sums, owed]).toEqual([[{ owed: rows.length * 1000 }], rows.length * 1000]);
    await query('delete from payments where session_id = $1', [overpaid]);
    await query('delete from sessions where customer_id = $1', [customerId]);
  });

  it('includes refunded payments again', async () => {
    const customerId = await insertCustomer(database.pool, members.accountId);
    const id = await billed(customerId);
    const paid = { ...author, session_id: id, date: new Date(DUE), amount: 400, currency: 'EUR', status: 'paid' };
    const payment = newId();
    await insertRow(database.pool, 'payments', { id: payment, ...paid });
    await insertRow(database.pool, 'payments', { id: newId(), ...paid, refunds_payment_id: payment });
    expect(await due()).toMatchObject([{ sessionId: id, paymentStatus: 'refunded', paidAmount: 0 }]);
    await query('delete from payments where session_id = $1 and refunds_payment_id is not null', [id]);
    await query('delete from sessions where customer_id = $1', [customerId]);
  });

  it('is due by the session’s or the deposit’s date; without a date, always', async () => {
    const customerId = await insertCustomer(database.pool, members.accountId);
    const day = (at: number) => `'${new Date(at).toISOString()}'`;
    const late = await billed(customerId, {}, `due_date = ${day(DUE - 1)}`);
    const deposit = await billed(customerId, {}, `due_date = ${day(DUE + 1)}, deposit_due_date = ${day(DUE - 1)}`);
    await billed(customerId, {}, `due_date = ${day(DUE)}`);
    await billed(customerId);
    expect(idsOf((await due({ before: DUE })) as Row[])).toEqual([late, deposit].toSorted());
    expect(await due()).toHaveLength(4);
  });
});

describe('the payment list', () => {
  it('excludes refunds when filtered to payments', async () => {
    const customerId = await insertCustomer(database.pool, members.accountId);
    const id = await billed(customerId);
    const paid = { ...author, session_id: id, date: new Date(DUE), amount: 400, currency: 'EUR', status: 'paid' };
    const [whole, part, refund] = [newId(), newId(), newId()];
    for (const one of [whole, part]) await insertRow(database.pool, 'payments', { id: one, ...paid });
    await insertRow(database.pool, 'payments', { id: refund, ...paid, amount: 100, refunds_payment_id: part });
    const listed = async (args: object) =>
      ((await office.read('payments.list', { statuses: ['paid'], limit: 1000, ...args }, ctx)) as Row[])
        .filter((row) => row['sessionId'] === id)
        .map((row) => String(row['id']))
        .toSorted();
    expect(await listed({})).toEqual([whole, refund].toSorted());
    expect(await listed({ paymentsOnly: true })).toEqual([whole]);
    await query('delete from payments where session_id = $1 and refunds_payment_id is not null', [id]);
    await query('delete from sessions where customer_id = $1', [customerId]);
  });
});

describe('a receipt’s mail', () => {
  const { owner, photographer } = members.people;
  const whose = [
    ['their own', photographer, true],
    ['another’s', owner, false],
    ['nobody’s', null, false],
  ] as const;

  it.each(whose)('is visible to members who see the session’s money: %s', async (_whose, photographer_id, isSeen) => {
    const customerId = await insertCustomer(database.pool, members.accountId);
    const sessionId = await billed(customerId, { photographer_id });
    const mail = { account_id: members.accountId, customer_id: customerId, session_id: sessionId, status: 'failed' };
    const receipt = newId();
    for (const [id, kind] of [
      [receipt, 'receipt'],
      [newId(), 'booking_confirmed'],
    ] as const) {
      const to = { recipient: 'ada@example.org', language: 'ca' };
      await insertRow(database.pool, 'messages', { id, ...mail, ...to, kind });
    }
    const ways = [
      ['failed', {}],
      ['ofCustomer', { customerId }],
      ['ofSession', { sessionId }],
    ] as const;
    for (const [name, args] of ways) {
      const kinds = async (role: Role) =>
        (await office.read(`messages.${name}`, { ...args, limit: 100 }, memberContext(members, role)))
          .filter((row) => row['sessionId'] === sessionId)
          .map(({ kind }) => String(kind))
          .toSorted();
      const all = ['booking_confirmed', 'receipt'];
      expect([name, await kinds('assistant')]).toEqual([name, ['booking_confirmed']]);
      expect([name, await kinds('photographer')]).toEqual([name, isSeen ? all : ['booking_confirmed']]);
      expect([name, await kinds('admin')]).toEqual([name, all]);
    }
    const retry = (role: Role) =>
      office.mutate('messages.retry', { id: receipt, now: 0 }, memberContext(members, role, Date.now));
    expect(await retry('photographer')).toBe(isSeen ? 'done' : 'not_found');
    if (!isSeen) expect(await retry('admin')).toBe('done');
  });
});

it('a receipt’s mail of an order without a session is visible to the photographer of its gallery', async () => {
  const customerId = await insertCustomer(database.pool, members.accountId);
  for (const photographer_id of [members.people.photographer, members.people.owner]) {
    const id = newId();
    await insertRow(database.pool, 'orders', {
      id,
      ...author,
      kind: 'gallery',
      customer_id: customerId,
      photographer_id,
      currency: 'EUR',
    });
    const mail = { account_id: members.accountId, customer_id: customerId, order_id: id, status: 'failed' };
    const to = { recipient: 'ada@example.org', language: 'ca', kind: 'receipt' };
    await insertRow(database.pool, 'messages', { id, ...mail, ...to });
  }
  const seen = async (role: Role) =>
    await office.read('messages.ofCustomer', { customerId, limit: 100 }, memberContext(members, role));
  expect(await seen('assistant')).toEqual([]);
  const [own, ...others] = await seen('photographer');
  expect(others).toEqual([]);
  expect(await seen('admin')).toHaveLength(2);
  const retry = (id: unknown) =>
    office.mutate('messages.retry', { id, now: 0 } as never, memberContext(members, 'photographer', Date.now));
  expect(await retry(own!['id'])).toBe('done');
  const foreign = (await seen('admin')).find(({ id }) => id !== own!['id']);
  expect(await retry(foreign!['id'])).toBe('not_found');
});

/** Receipt mails in a result, at any depth. */
function receiptsIn(answer: unknown): Row[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const within = Object.values(answer).flatMap(receiptsIn);
  return 'recipient' in answer && (answer as Row)['kind'] === 'receipt' ? [answer as Row, ...within] : within;
}

describe('every query', () => {
  it('returns receipt mails only to members who see their sessions’ money, including related rows', async () => {
    const rows = await makeRows(database.pool, members.accountId, ctx.userId);
    const { customerId, sessionId: own, inquirySessionId: nobodys } = rows;
    for (const session_id of [own, nobodys]) {
      const to = { customer_id: customerId, recipient: 'ada@example.org', language: 'ca', status: 'failed' };
      const mail = { id: newId(), account_id: members.accountId, session_id, ...to, kind: 'receipt' };
      await insertRow(database.pool, 'messages', mail);
    }
    const none = () => new Set<string>();
    const seen = { assistant: none(), photographer: none(), admin: none() };
    for (const [name, { args }] of Object.entries(QUERY_CASES)) {
      const asked = [own, nobodys].map((sessionId) => JSON.stringify(args({ ...rows, sessionId }) ?? null));
      for (const given of new Set(asked)) {
        for (const role of ['assistant', 'photographer', 'admin'] as const) {
          const read = office.read(name, (JSON.parse(given) as Args) ?? undefined, memberContext(members, role));
          for (const { sessionId } of receiptsIn(await read)) seen[role].add(`${name} of ${String(sessionId)}`);
        }
      }
    }
    const mails = ['messages.failed', 'messages.ofCustomer', 'messages.ofSession'];
    const of = (...sessions: string[]) => mails.flatMap((name) => sessions.map((id) => `${name} of ${id}`)).toSorted();
    expect([...seen.assistant]).toEqual([]);
    expect([...seen.photographer].toSorted()).toEqual(of(own));
    expect([...seen.admin].toSorted()).toEqual(of(own, nobodys));
  });
});
