import { afterAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import {
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  PAYMENT_UNDO,
  type PaymentStatus,
} from '#core/domain/payments/payments.ts';
import { CLIENT, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const studio = await mutatorStudio('photographer');
const { database, office, members, ctx, query } = studio;
afterAll(() => studio.close());

const mutate = (name: string, args: object, who = ctx) =>
  office.mutate(`payments.${name}`, { ...args, now: CLIENT } as never, who);
const author = { account_id: members.accountId, author_id: ctx.userId };
const customerId = await insertCustomer(database.pool, members.accountId);

async function session(values: Row = {}): Promise<string> {
  const id = newId();
  const row = { id, ...author, customer_id: customerId, photographer_id: ctx.userId, date: new Date(), ...values };
  await insertRow(database.pool, 'sessions', row);
  await query('update session_billing set payment_amount = 1000, deposit_amount = 300 where session_id = $1', [id]);
  return id;
}

async function payment(sessionId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const row = { id, ...author, session_id: sessionId, date: new Date(), amount: 500, currency: 'EUR', ...values };
  await insertRow(database.pool, 'payments', row);
  return id;
}
/** Creates a payment and moves it to `status` by the allowed transitions. */
async function paymentThat(status: PaymentStatus): Promise<string> {
  const id = await payment(await session(), { status: status.includes('refund') ? 'paid' : status });
  const part = { partially_refunded: 200, refunded: 500 }[status as string];
  if (part) expect(await mutate('refund', { id: newId(), paymentId: id, amount: part, date: NOW })).toBe('done');
  return id;
}
const rowOf = async (id: string) => (await query('select * from payments where id = $1', [id]))[0]!;
const billingOf = async (id: string) => (await query('select * from session_billing where session_id = $1', [id]))[0]!;
const noted = (sessionId: string, values: object = {}) => ({
  id: newId(),
  sessionId,
  amount: 300,
  date: NOW,
  method: ' Bizum ',
  purpose: 'deposit',
  status: 'paid',
  ...values,
});

describe('a payment', () => {
  it('is recorded in the studio’s currency, for the session’s client and photographer, at the server’s time', async () => {
    const sessionId = await session();
    const args = noted(sessionId);
    expect(await mutate('record', args)).toBe('done');
    expect(await rowOf(args.id)).toMatchObject({
      amount: 300,
      currency: 'EUR',
      method: 'Bizum',
      purpose: 'deposit',
      status: 'paid',
      customer_id: customerId,
      photographer_id: ctx.userId,
      author_id: ctx.userId,
      created_at: new Date(NOW),
    });
    expect(await billingOf(sessionId)).toMatchObject({ payment_status: 'partial', paid_amount: 300 });
    expect(await mutate('record', args)).toBe('conflict');
    for (const values of [{ amount: 0 }, { amount: 1.5 }, { amount: -1 }, { status: 'refunded' }, { currency: 'USD' }])
      expect(await mutate('record', noted(sessionId, values)), JSON.stringify(values)).toBe('validation_failed');
  });

  it('above the maximum amount is refused', async () => {
    const sessionId = await session();
    expect(await mutate('record', noted(sessionId, { amount: 2_147_483_647 }))).toBe('done');
    expect(await mutate('record', noted(sessionId, { amount: 1 }))).toBe('validation_failed');
  });

  it('is refused for a session in the trash, of another photographer, or missing', async () => {
    const others = [
      await session({ deleted_at: new Date() }),
      await session({ photographer_id: members.people.owner }),
      await session({ photographer_id: null }),
    ];
    for (const [index, sessionId] of others.entries()) {
      const paid = await payment(sessionId, { status: 'paid' });
      const refusal = index === 0 ? 'not_found' : 'forbidden';
      expect(await mutate('record', noted(sessionId))).toBe(refusal);
      expect(await mutate('setBilling', { sessionId, changes: { waived: true } })).toBe(refusal);
      expect(await mutate('update', { id: paid, changes: { notes: 'x' } })).toBe(refusal);
      expect(await mutate('refund', { id: newId(), paymentId: paid, amount: 1, date: NOW })).toBe(refusal);
      expect(await mutate('sendReceipt', { id: paid })).toBe(refusal);
    }
    expect(
      await mutate(
        'record',
        noted(others[1]!),
        memberContext(members, 'admin', () => NOW),
      ),
    ).toBe('done');
  });

  it('has a fixed amount once received', async () => {
    const id = await payment(await session());
    const changes = { amount: 700, date: NOW, method: 'cash', purpose: 'other', notes: 'In an envelope' };
    expect(await mutate('update', { id, changes })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ amount: 700, method: 'cash', purpose: 'other', date: new Date(NOW) });
    expect(await mutate('markPaid', { id, method: 'card' })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ status: 'paid', method: 'card', date: new Date(NOW) });
    expect(await mutate('update', { id, changes: { amount: 1 } })).toBe('transition_refused');
    expect(await mutate('update', { id, changes: { amount: 700, notes: 'Counted' } })).toBe('done');
    for (const changes of [{ status: 'void' }, { receipt: 'R-1' }, { currency: 'USD' }, { sessionId: newId() }])
      expect(await mutate('update', { id, changes })).toBe('validation_failed');
  });
});

const BY: Partial<Record<PaymentStatus, string>> = { paid: 'markPaid', failed: 'markFailed', void: 'void' };

describe('the status of a payment', () => {
  const cells = PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const));

  it.each(cells)('from %s to %s', async (from, to) => {
    const id = await paymentThat(from);
    const isAllowed = PAYMENT_TRANSITIONS[from].includes(to);
    const { amount } = await rowOf(id);
    const [sum] = await query(
      'select coalesce(sum(amount), 0)::integer as given from payments where refunds_payment_id = $1',
      [id],
    );
    const left = Number(amount) - Number(sum!['given']);
    const name = BY[to];
    if (name) {
      expect(await mutate(name, { id })).toBe(isAllowed ? 'done' : 'transition_refused');
    } else if (to === 'refunded' || to === 'partially_refunded') {
      // A partial refund leaves a remainder; after a partial refund another one changes no status.
      const part = to === 'refunded' ? Math.max(left, 1) : 1;
      const isSame = from === to && from === 'partially_refunded';
      const end = await mutate('refund', { id: newId(), paymentId: id, amount: part, date: NOW });
      expect(end).toBe(isAllowed || isSame ? 'done' : 'transition_refused');
    } else {
      // Only undo leads back, and its window is over here.
      expect(await mutate('undoStatus', { id })).toBe('undo_expired');
    }
    expect((await rowOf(id))['status']).toBe(isAllowed ? to : from);
  });

  it.each(PAYMENT_STATUSES.map((status) => [status]))('is undone from %s where allowed', async (status) => {
    const id = await payment(await session());
    if (BY[status]) expect(await mutate(BY[status], { id })).toBe('done');
    const isOpen = PAYMENT_UNDO[status].includes('pending');
    const refused = BY[status] ? 'transition_refused' : 'undo_expired';
    expect(
      await mutate(
        'undoStatus',
        { id },
        memberContext(members, 'owner', () => NOW),
      ),
    ).toBe('undo_expired');
    const late = { ...ctx, now: () => NOW + 10 * MINUTE_MS + 1 };
    expect(await mutate('undoStatus', { id }, late)).toBe('undo_expired');
    expect(await mutate('undoStatus', { id })).toBe(isOpen ? 'done' : refused);
    if (isOpen) expect(await rowOf(id)).toMatchObject({ status: 'pending', previous_status: null });
    if (isOpen) expect(await mutate('undoStatus', { id })).toBe('undo_expired');
  });
});

describe('a refund', () => {
  it('returns a part, then the rest, and never more', async () => {
    const sessionId = await session();
    const id = await payment(sessionId, { status: 'paid', amount: 1000, method: 'card', purpose: 'deposit' });
    const refund = (amount: number, values: object = {}) =>
      mutate('refund', { id: newId(), paymentId: id, amount, date: NOW, ...values });
    expect(await refund(1001)).toBe('validation_failed');
    const first = newId();
    expect(await refund(400, { id: first })).toBe('done');
    expect(await rowOf(first)).toMatchObject({
      refunds_payment_id: id,
      amount: 400,
      currency: 'EUR',
      method: 'card',
      purpose: 'deposit',
      status: 'paid',
    });
    expect(await rowOf(id)).toMatchObject({ status: 'partially_refunded' });
    expect(await billingOf(sessionId)).toMatchObject({
      payment_status: 'partial',
      paid_amount: 600,
      refunded_amount: 400,
    });
    expect(await refund(601)).toBe('validation_failed');
    expect(await refund(600)).toBe('done');
    expect(await rowOf(id)).toMatchObject({ status: 'refunded' });
    expect(await billingOf(sessionId)).toMatchObject({
      payment_status: 'refunded',
      paid_amount: 0,
      refunded_amount: 1000,
    });
    expect(await refund(1)).toBe('transition_refused');
    expect(await mutate('refund', { id: newId(), paymentId: first, amount: 1, date: NOW }), 'of a refund').toBe(
      'transition_refused',
    );
  });

  it('reduces price and deposit where asked, so that nothing is owed again', async () => {
    const sessionId = await session();
    const id = await payment(sessionId, { status: 'paid', amount: 1000 });
    const refund = (amount: number, reducesPrice: boolean) =>
      mutate('refund', { id: newId(), paymentId: id, amount, date: NOW, reducesPrice });
    expect(await refund(200, false)).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({
      payment_status: 'partial',
      payment_amount: 1000,
      paid_amount: 800,
    });
    expect(await refund(700, true)).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({ payment_amount: 300, deposit_amount: 300, paid_amount: 100 });
    expect(await refund(100, true)).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({ payment_amount: 200, deposit_amount: 200, paid_amount: 0 });
  });

  it('succeeds concurrently only up to the paid amount', async () => {
    const id = await payment(await session(), { status: 'paid', amount: 1000 });
    const ends = await Promise.all(
      Array.from({ length: 10 }, () => mutate('refund', { id: newId(), paymentId: id, amount: 300, date: NOW })),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(3);
    expect(ends.filter((end) => end === 'validation_failed')).toHaveLength(7);
  });
});

describe('the price of a session', () => {
  it('is set with its deposit, at most the price, and due dates', async () => {
    const sessionId = await session();
    const set = (changes: object) => mutate('setBilling', { sessionId, changes });
    expect(await set({ paymentAmount: 2000, depositAmount: 500, dueDate: NOW, depositDueDate: null })).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({
      payment_amount: 2000,
      deposit_amount: 500,
      due_date: new Date(NOW),
      payment_status: 'pending',
    });
    for (const changes of [{ paymentAmount: 400 }, { depositAmount: 2001 }, { paymentAmount: 1, depositAmount: 2 }])
      expect(await set(changes)).toBe('validation_failed');
    for (const changes of [{ paidAmount: 1 }, { paymentStatus: 'paid' }, { paymentAmount: -1 }])
      expect(await set(changes)).toBe('validation_failed');
    await payment(sessionId, { status: 'paid', amount: 500 });
    expect(await set({ paymentAmount: 500 })).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({ payment_status: 'paid' });
    expect(await set({ waived: true, paymentAmount: 900 })).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({ payment_status: 'waived', paid_amount: 500 });
    expect(await set({ waived: false })).toBe('done');
    expect(await billingOf(sessionId)).toMatchObject({ payment_status: 'partial' });
  });
});
