import { describe, expect, it, test } from 'vitest';
import { DAY_MS } from '../values/durations.ts';
import type { SessionStatus } from '../sessions/sessions.ts';
import type { WithdrawalKind } from './products.ts';
import {
  chargedMeanwhile,
  type WithdrawableOrder,
  withdrawalEnd,
  withdrawalOf,
  withdrawalSettlement,
} from './withdrawal.ts';

const zone = 'Europe/Madrid';
const rules = { zone, offersDated: true };
/** A Tuesday. */
const ORDERED = Date.parse('2026-12-01T10:00:00+01:00');
const END = Date.parse('2026-12-16T00:00:00+01:00') - 1;

type Line = WithdrawableOrder['lines'][number];
const line = (position: number, source: string, amount: number, more: Partial<Line> = {}): Line => ({
  position,
  source,
  title: '',
  amount,
  isCorrection: false,
  productId: null,
  quantity: 1,
  unitAmount: null,
  discount: 0,
  createdAt: ORDERED,
  withdrawal: null,
  ...more,
});
const session = (changes: Partial<WithdrawableOrder> = {}): WithdrawableOrder => ({
  concludedAt: ORDERED,
  withdrawnAt: null,
  isSettled: false,
  session: { status: 'scheduled' },
  digitalSources: [],
  lines: [line(1, 'price', 18_000)],
  ...changes,
});

test('the last day is the fourteenth after the contract, or the Monday after it', () => {
  expect(withdrawalEnd(ORDERED, zone)).toBe(END);
  // Late on a Friday, by a clock elsewhere already Saturday; the fourteenth day is a Friday.
  const friday = Date.parse('2026-12-04T23:30:00+01:00');
  expect(withdrawalEnd(friday, zone)).toBe(Date.parse('2026-12-19T00:00:00+01:00') - 1);
  for (const day of ['2026-12-05', '2026-12-06', '2026-12-07']) {
    expect(withdrawalEnd(Date.parse(`${day}T12:00:00+01:00`), zone)).toBe(Date.parse('2026-12-22T00:00:00+01:00') - 1);
  }
});

describe('the right to withdraw', () => {
  it('lasts to the end of its last day', () => {
    expect(withdrawalOf(session(), rules, END)).toMatchObject({ state: 'open', until: END });
    expect(withdrawalOf(session(), rules, END + 1)).toEqual({ state: 'over', until: END });
  });

  it('is none for a request, a cancelled session, and what the studio entered', () => {
    for (const status of ['inquiry', 'declined', 'cancelled'] as const) {
      expect(withdrawalOf(session({ session: { status } }), rules, ORDERED)).toEqual({ state: 'none' });
    }
    expect(withdrawalOf(session({ concludedAt: null }), rules, ORDERED)).toEqual({ state: 'none' });
    expect(withdrawalOf(session({ lines: [] }), rules, ORDERED)).toEqual({ state: 'none' });
  });

  it('stays after a session that was held within the days', () => {
    expect(withdrawalOf(session({ session: { status: 'completed' } }), rules, END).state).toBe('open');
  });

  it('is none for a session on a date if the studio does not offer it', () => {
    expect(withdrawalOf(session(), { zone, offersDated: false }, ORDERED)).toEqual({ state: 'none' });
  });

  it.each<[WithdrawalKind, 'open' | 'none']>([
    ['service', 'open'],
    ['returnable', 'open'],
    ['made_to_order', 'none'],
    ['digital', 'none'],
  ])('of a product that is %s is %s', (withdrawal, state) => {
    const lines = [line(1, 'product:a', 5_000, { withdrawal })];
    const order = session({ session: null, digitalSources: ['product:a'], lines });
    expect(withdrawalOf(order, rules, ORDERED).state).toBe(state);
  });

  it('of digital content ends only for the lines that the client asked for immediately', () => {
    const lines = ['a', 'b'].map((id, at) => line(at, `product:${id}`, 5_000, { withdrawal: 'digital' }));
    for (const offersDated of [true, false]) {
      expect(withdrawalOf(session({ digitalSources: ['product:a'], lines }), { zone, offersDated }, END)).toMatchObject(
        {
          state: 'open',
          until: END,
          lines: [{ source: 'product:b' }],
        },
      );
    }
  });

  it('has no known end for what is returned after its delivery', () => {
    const lines = [line(1, 'product:a', 5_000, { withdrawal: 'returnable' })];
    const found = withdrawalOf(session({ session: null, lines }), rules, END + 90 * DAY_MS);
    expect(found).toMatchObject({ state: 'open', until: null });
  });

  it('covers only the lines that have it', () => {
    const lines = [line(1, 'price', 18_000), line(2, 'product:a', 9_000, { withdrawal: 'made_to_order' })];
    expect(withdrawalOf(session({ lines }), rules, ORDERED)).toMatchObject({ lines: [{ source: 'price' }] });
  });

  it('of extra photos begins when they were ordered, also for a session that a member entered', () => {
    const lines = [line(1, 'price', 18_000), line(2, 'list:a', 3_000, { createdAt: ORDERED + 30 * DAY_MS })];
    for (const concludedAt of [ORDERED, null]) {
      const found = withdrawalOf(session({ concludedAt, lines }), rules, ORDERED + 31 * DAY_MS);
      expect(found).toMatchObject({ state: 'open', lines: [{ source: 'list:a' }] });
    }
  });

  it('is that of the product, also after its line was corrected', () => {
    for (const withdrawal of ['made_to_order', 'digital'] as const) {
      const album = line(1, 'product:a', 9_000, { withdrawal });
      const corrected = line(2, 'product:a', -500, { isCorrection: true });
      const order = session({ session: null, digitalSources: ['product:a'], lines: [album, corrected] });
      expect(withdrawalOf(order, rules, ORDERED).state).toBe('none');
    }
  });

  it('begins again with a later round of extra photos, but not with a discount', () => {
    const first = line(1, 'list:a', 3_000);
    const later = { isCorrection: true, createdAt: ORDERED + 30 * DAY_MS };
    const at = (amount: number) =>
      withdrawalOf(
        session({ session: null, lines: [first, line(2, 'list:a', amount, later)] }),
        rules,
        later.createdAt,
      );
    expect(at(-500)).toEqual({ state: 'over', until: END });
    expect(at(2_000).state).toBe('open');
  });

  it('ends with the declaration', () => {
    expect(withdrawalOf(session({ withdrawnAt: ORDERED + 1 }), rules, ORDERED + 2)).toEqual({
      state: 'declared',
      at: ORDERED + 1,
    });
  });
});

describe('the right to withdraw again', () => {
  const WITHDRAWN = ORDERED + DAY_MS;
  const again = { position: 3, isCorrection: true, createdAt: WITHDRAWN + DAY_MS };
  const lines = [line(1, 'list:a', 3_000), line(2, 'list:a', -3_000, { isCorrection: true, createdAt: WITHDRAWN })];
  const withdrawn = { withdrawnAt: WITHDRAWN, isSettled: true, lines };
  const declared = { state: 'declared', at: WITHDRAWN };

  it('is none before something is ordered later', () => {
    expect(withdrawalOf(session(withdrawn), rules, END)).toEqual(declared);
    expect(withdrawalOf(session({ ...withdrawn, lines: [line(1, 'list:a', 3_000)] }), rules, END)).toEqual(declared);
  });

  it('covers what was ordered after a withdrawal that was settled', () => {
    const later = [...lines, line(3, 'list:a', 2_000, again), line(4, 'price', 500)];
    const found = withdrawalOf(session({ ...withdrawn, lines: later }), rules, again.createdAt);
    expect(found).toMatchObject({ state: 'open', lines: [{ source: 'list:a', amount: 2_000 }] });
    const unsettled = { ...withdrawn, isSettled: false, lines: later };
    expect(withdrawalOf(session(unsettled), rules, again.createdAt)).toEqual(declared);
  });
});

describe('the settlement of a withdrawal', () => {
  const lines = [line(1, 'price', 18_000), line(2, 'list:a', 3_000)];
  const payment = (amount: number, method = 'card') => ({
    id: method,
    amount,
    method,
    status: 'paid' as const,
    refundsPaymentId: null,
    stripeId: method === 'card' ? 'pi_1' : null,
  });
  const of = (withdrawnSources: string[], paid: number, status: SessionStatus = 'confirmed') =>
    withdrawalSettlement({ session: { status }, withdrawnSources, lines, payments: [payment(paid)], paid });

  it('cancels the session and returns all, if its price is withdrawn from before it', () => {
    expect(of(['price', 'list:a'], 5_000)).toMatchObject({
      cancels: true,
      returned: 5_000,
      parts: [{ amount: 5_000 }],
    });
  });

  it('returns what was paid beyond the other lines', () => {
    expect(of(['list:a'], 18_000)).toMatchObject({ cancels: false, returned: 0, parts: [] });
    expect(of(['list:a'], 20_000)).toMatchObject({ cancels: false, returned: 2_000 });
    expect(of(['price'], 20_000, 'completed')).toMatchObject({ cancels: false, returned: 17_000 });
    expect(of([], 20_000)).toMatchObject({ returned: 0 });
  });

  it('cancels the session of a proposal, which charges products', () => {
    const sold = [line(1, 'product:a', 9_000), line(2, 'product:b', 1_000), line(3, 'list:a', 3_000)];
    const order = { session: { status: 'scheduled' as const }, lines: sold, payments: [payment(5_000)], paid: 5_000 };
    expect(withdrawalSettlement({ ...order, withdrawnSources: ['product:a', 'product:b'] })).toMatchObject({
      cancels: true,
      returned: 2_000,
    });
    expect(withdrawalSettlement({ ...order, withdrawnSources: ['product:a'] }).cancels).toBe(false);
  });

  it('leaves out what is not charged any more', () => {
    const waived = [...lines, line(3, 'waived', -20_000)];
    const order = {
      session: null,
      withdrawnSources: ['price'],
      lines: waived,
      payments: [payment(1_000)],
      paid: 1_000,
    };
    expect(withdrawalSettlement(order)).toMatchObject({ cancels: false, returned: 1_000 });
  });

  it('names what the client keeps, is not paid, and a cancelled session no longer charges', () => {
    expect(of(['price'], 1_000)).toMatchObject({ cancels: true, returned: 0, dropped: 2_000 });
    expect(of(['price'], 4_000)).toMatchObject({ cancels: true, returned: 1_000, dropped: 0 });
    expect(of(['price'], 1_000, 'completed')).toMatchObject({ cancels: false, dropped: 0 });
  });

  it('returns nothing again that is on its way back', () => {
    const paid = payment(18_000);
    const back = {
      ...payment(5_000),
      id: 'back',
      status: 'pending' as const,
      refundsPaymentId: paid.id,
      stripeId: null,
    };
    const order = { session: null, withdrawnSources: ['price'], lines: [line(1, 'price', 18_000)], paid: 18_000 };
    expect(withdrawalSettlement({ ...order, payments: [paid, back] })).toMatchObject({ returned: 13_000, kept: 0 });
    const all = withdrawalSettlement({ ...order, payments: [paid, { ...back, amount: 18_000 }] });
    expect([all.returned, all.parts]).toEqual([0, []]);
  });

  it('leaves the other lines charged until then, unless it cancels the session', () => {
    const charged = (withdrawnSources: string[], status: SessionStatus = 'confirmed') =>
      chargedMeanwhile({ session: { status }, withdrawnSources, lines });
    expect(charged(['list:a'])).toBe(18_000);
    expect(charged(['price'])).toBe(0);
    expect(charged(['price'], 'completed')).toBe(3_000);
    expect(charged(['price', 'list:a'], 'completed')).toBe(0);
  });

  it('returns to the card first', () => {
    const payments = [payment(10_000, 'cash'), payment(8_000)];
    const order = { session: null, withdrawnSources: ['price', 'list:a'], lines, payments, paid: 18_000 };
    expect(withdrawalSettlement(order).parts.map(({ amount, isOnline }) => [amount, isOnline])).toEqual([
      [8_000, true],
      [10_000, false],
    ]);
  });
});
