import { afterAll, describe, expect, it } from 'vitest';
import { PAYMENT_PURPOSES } from '#core/domain/payments/payments.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import { violatedConstraint } from '#functions/platform/db/database.ts';
import type { Args } from '../support/back-office.ts';
import { mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const studio = await mutatorStudio('owner');
const { database, office, members, ctx, query } = studio;
afterAll(() => studio.close());

class Undone extends Error {}

/** Runs a push: the mutator, then the server's effects, in one transaction. */
const mutate = (name: string, args: object, { now = NOW, isUndone = false } = {}) =>
  office.transaction(async (tx) => {
    const given = { ...args, now } as Args;
    const who = { ...ctx, now: () => now };
    await office.mutateIn(tx, `payments.${name}`, given, who);
    if (isUndone) throw new Undone();
  });

const author = { account_id: members.accountId, author_id: ctx.userId };
const setting = (key: string, value: object) =>
  query(
    `insert into settings (account_id, key, author_id, value) values ($1, $2, $3, $4)
     on conflict (account_id, key) do update set value = excluded.value`,
    [members.accountId, key, ctx.userId, JSON.stringify(value)],
  );

async function session(values: Row = {}): Promise<string> {
  const id = newId();
  const facts = { name: 'Núria', address: 'Carrer Nou 1', tax_id: '123X', language: 'ca', email: 'nuria@example.org' };
  const customer = await insertCustomer(database.pool, members.accountId, facts);
  await insertRow(database.pool, 'sessions', { id, ...author, customer_id: customer, date: new Date(NOW), ...values });
  return id;
}
const noted = (sessionId: string, values: object = {}) => ({
  id: newId(),
  sessionId,
  amount: 12_100,
  date: NOW,
  method: 'bizum',
  purpose: 'deposit',
  status: 'paid',
  ...values,
});
const numbersOf = async (ids: readonly string[]) =>
  (await query('select receipt from payments where id = any ($1)', [ids])).map(({ receipt }) => String(receipt));
const receiptOf = async (id: string) => {
  const [row] = await query('select data from receipts where payment_id = $1', [id]);
  return row && receiptData.parse(row['data']);
};

describe('a receipt', () => {
  it('is issued for a received payment with the data of that moment', async () => {
    await setting('tax', { name: 'IVA', rate: 2100, id: 'B123', receiptPrefix: 'A-' });
    await setting('photographer', { address: 'Plaça 1', email: 'l@example.org', phone: '600' });
    await query("update accounts set name = 'Llum', time_zone = 'Europe/Lisbon' where id = $1", [members.accountId]);
    const sessionId = await session({ type: 'Boda' });
    const waiting = noted(sessionId, { status: 'pending' });
    await mutate('record', waiting);
    expect(await receiptOf(waiting.id)).toBeUndefined();
    await mutate('markPaid', { id: waiting.id });
    const written = await receiptOf(waiting.id);
    expect(written).toEqual({
      number: 'A-2030-0001',
      refundOf: null,
      language: 'ca',
      timeZone: 'Europe/Lisbon',
      issuedAt: NOW,
      paidAt: NOW,
      amount: 12_100,
      currency: 'EUR',
      method: 'bizum',
      purpose: 'deposit',
      studio: { name: 'Llum', address: 'Plaça 1', taxId: 'B123', email: 'l@example.org', phone: '600' },
      client: { name: 'Núria', address: 'Carrer Nou 1', taxId: '123X' },
      session: { name: 'Boda', date: NOW },
      tax: { name: 'IVA', rate: 2100, amount: 2100 },
    });
    await query("update customers set name = 'Another' where account_id = $1", [members.accountId]);
    await setting('tax', { name: '', rate: 0, id: '', receiptPrefix: 'B-' });
    const { date } = (await query('select date from payments where id = $1', [waiting.id]))[0]!;
    const asItIs = { date: (date as Date).getTime(), method: 'bizum', purpose: 'deposit' };
    for (const changes of [{ date: NOW - 1 }, { method: 'card' }, { purpose: 'other' }] as const) {
      await expect(mutate('update', { id: waiting.id, changes })).rejects.toThrow('receipt_final');
    }
    await mutate('update', { id: waiting.id, changes: { ...asItIs, notes: 'Later' } });
    expect(await query('select notes, method from payments where id = $1', [waiting.id])).toEqual([
      { notes: 'Later', method: 'bizum' },
    ]);
    expect(await receiptOf(waiting.id)).toEqual(written);
    const refund = { id: newId(), paymentId: waiting.id, amount: 100, date: NOW };
    await mutate('refund', refund);
    expect(await receiptOf(refund.id)).toMatchObject({ number: 'B-2030-0002', refundOf: 'A-2030-0001', tax: null });
  });

  it('in Spain proves the payment, without tax', async () => {
    await setting('tax', { name: 'IVA', rate: 2100, id: 'B123', receiptPrefix: 'S-' });
    await query("update accounts set time_zone = 'Atlantic/Canary' where id = $1", [members.accountId]);
    const paid = noted(await session({ type: 'Boda' }));
    await mutate('record', paid);
    await query("update accounts set time_zone = 'Europe/Madrid' where id = $1", [members.accountId]);
    expect(await receiptOf(paid.id)).toMatchObject({ isProof: true, tax: null, studio: { taxId: 'B123' } });
  });

  it.each(PAYMENT_PURPOSES)('of a payment for %s can be read again', async (purpose) => {
    const payment = noted(await session(), { purpose });
    await mutate('record', payment);
    expect(await receiptOf(payment.id)).toMatchObject({ purpose });
  });

  it('keeps its customer: its session cannot be reassigned', async () => {
    const sessionId = await session();
    const payment = noted(sessionId);
    await mutate('record', payment);
    const customerId = await insertCustomer(database.pool, members.accountId, { email: 'other@example.org' });
    const changing = { id: sessionId, changes: { customerId }, now: NOW };
    expect(await office.mutate('sessions.update', changing, ctx)).toBe('session_has_receipt');
    await mutate('sendReceipt', { id: payment.id });
    const to = await query('select recipient from messages where session_id = $1', [sessionId]);
    expect(to).toEqual([{ recipient: 'nuria@example.org' }]);
  });

  it('is immutable; only its customer link can be cleared', async () => {
    const payment = noted(await session());
    await mutate('record', payment);
    const change = (sql: string) => query(`update receipts set ${sql} where payment_id = $1`, [payment.id]);
    for (const sql of ["number = 'X'", `data = jsonb_set(data, '{amount}', '1')`, 'issued_at = now()']) {
      expect(violatedConstraint(await change(sql).catch((error: unknown) => error))).toBe('receipts_are_final');
    }
    await change(`data = jsonb_set(data, '{client}', '{"name": "—", "address": "", "taxId": ""}')`);
    expect(await receiptOf(payment.id)).toMatchObject({ client: { name: '—' } });
  });

  it('continues a former series, and uses no number twice', async () => {
    const issued = async () => {
      const payment = noted(await session());
      await mutate('record', payment, { now: Date.UTC(2040, 0, 1) });
      return (await numbersOf([payment.id]))[0];
    };
    const start = (year: number, number: number) =>
      setting('tax', { receiptPrefix: 'C-', receiptStart: { year, number } });
    await start(2040, 43);
    expect([await issued(), await issued()]).toEqual(['C-2040-0043', 'C-2040-0044']);
    await start(2040, 7);
    expect(await issued()).toBe('C-2040-0045');
    await start(2041, 99);
    expect(await issued()).toBe('C-2040-0046');
    await setting('tax', { receiptPrefix: 'B-' });
  });

  it('is numbered by the year in the studio’s time zone', async () => {
    // Midnight before 2031 in Madrid.
    const newYear = Date.UTC(2030, 11, 31, 23);
    const [before, after] = [noted(await session()), noted(await session())];
    await mutate('record', before, { now: newYear - 1 });
    await mutate('record', after, { now: newYear });
    const [first, second] = [await numbersOf([before.id]), await numbersOf([after.id])];
    expect([first[0]!.slice(0, 7), second]).toEqual(['B-2030-', ['B-2031-0001']]);
  });

  it('has gapless unique numbers during concurrent payments, refunds and failures', async () => {
    const year = Date.UTC(2032, 5, 1);
    const sessions = await Promise.all(Array.from({ length: 5 }, () => session()));
    const payments = sessions.flatMap((id) => Array.from({ length: 6 }, () => noted(id)));
    const ends = await Promise.allSettled(
      payments.map((payment, index) => mutate('record', payment, { now: year, isUndone: index % 5 === 4 })),
    );
    const undone = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(
      undone.filter((error) => !(error instanceof Undone) && !(error as Error).message.includes('Undone')),
    ).toEqual([]);
    expect(undone).toHaveLength(6);
    const numbers = await numbersOf(payments.map(({ id }) => id));
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 24 }, (_, index) => `B-2032-${String(index + 1).padStart(4, '0')}`),
    );
  });

  it('is mailed on request, only if it exists', async () => {
    const sessionId = await session();
    const [paid, waiting] = [noted(sessionId), noted(sessionId, { status: 'pending' })];
    await mutate('record', paid);
    await mutate('record', waiting);
    await mutate('sendReceipt', { id: paid.id });
    await expect(mutate('sendReceipt', { id: waiting.id })).rejects.toThrow('transition_refused');
    const mails = await query(
      `select m.kind, m.recipient, m.due_at, p.payment_id from messages m join message_payments p on p.message_id = m.id
       where m.session_id = $1`,
      [sessionId],
    );
    expect(mails).toEqual([
      { kind: 'receipt', recipient: 'nuria@example.org', due_at: new Date(NOW), payment_id: paid.id },
    ]);
  });
});
