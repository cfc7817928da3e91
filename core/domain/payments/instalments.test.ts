import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../values/durations.ts';
import { type Billing, displayBillingStatus, nextDueDate, nextPart, overdueAmount } from './billing.ts';
import { findItem, itemName, payableItems } from './card-payments.ts';
import { duePart, filledInstalments, instalmentsOf, planInput, type PlannedBilling, shortened } from './instalments.ts';

const NOW = Date.UTC(2027, 4, 1);
const plan = (...parts: [amount: number, dueAt: number][]): Pick<Billing, 'paymentAmount' | 'instalments'> => ({
  paymentAmount: parts.reduce((sum, [amount]) => sum + amount, 0),
  instalments: parts.map(([amount, dueAt], index) => ({ position: index + 1, amount, dueAt })),
});
const billing = (values: Partial<Billing>): Billing => ({
  session: { status: 'confirmed' },
  paymentStatus: 'pending',
  paymentAmount: 0,
  depositAmount: 0,
  paidAmount: 0,
  dueDate: null,
  depositDueDate: null,
  ...values,
});
const WEDDING = plan([600, NOW - 10 * DAY_MS], [900, NOW - DAY_MS], [900, NOW + 30 * DAY_MS], [600, NOW + 60 * DAY_MS]);

const price = fc.nat(5000);
const anyDate = fc.option(fc.integer({ min: 1, max: 100 }));
const planned = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 100 })), { minLength: 1, maxLength: 24 })
  .map((parts) => ({ ...billing({}), ...plan(...parts) }));
const unplanned = fc
  .record({ paymentAmount: price, depositAmount: price, dueDate: anyDate, depositDueDate: anyDate })
  .map((values) => billing(values));
const anyBilling: fc.Arbitrary<Billing> = fc.oneof(planned, unplanned);

describe('instalments', () => {
  it('sum to the price', () => {
    fc.assert(
      fc.property(anyBilling, (one) => {
        expect(instalmentsOf(one).reduce((sum, { amount }) => sum + amount, 0)).toBe(one.paymentAmount);
      }),
    );
  });

  it('are filled in order, by no more than was received', () => {
    fc.assert(
      fc.property(anyBilling, fc.integer({ min: -500, max: 9000 }), (one, received) => {
        const parts = filledInstalments(one, received);
        expect(parts.reduce((sum, { paid }) => sum + paid, 0)).toBe(Math.min(one.paymentAmount, Math.max(0, received)));
        for (const [index, { amount, paid, open }] of parts.entries()) {
          expect(paid + open).toBe(amount);
          if (paid > 0) expect(parts.slice(0, index).every((before) => before.open === 0)).toBe(true);
        }
      }),
    );
  });

  it.each<[string, Partial<PlannedBilling>, string[]]>([
    ['a plan', WEDDING, ['deposit', 'instalment', 'instalment', 'balance']],
    ['one instalment', plan([600, NOW]), ['balance']],
    ['a price', { paymentAmount: 600 }, ['balance']],
    ['a deposit', { paymentAmount: 600, depositAmount: 200 }, ['deposit', 'balance']],
    ['a deposit of the whole price', { paymentAmount: 600, depositAmount: 600 }, ['deposit']],
    ['nothing', {}, []],
  ])('of %s are named', (_of, values, purposes) => {
    expect(filledInstalments(billing(values), 0).map(({ purpose }) => purpose)).toEqual(purposes);
  });

  it('are refused with dates that go back, without an amount, and beyond 24', () => {
    const part = { amount: 100, dueAt: NOW };
    expect(planInput.safeParse([part, part, { amount: 1, dueAt: NOW + 1 }]).success).toBe(true);
    expect(planInput.safeParse([part, { amount: 100, dueAt: NOW - 1 }]).success).toBe(false);
    expect(planInput.safeParse([{ ...part, amount: 0 }]).success).toBe(false);
    expect(planInput.safeParse(Array.from({ length: 25 }, () => part)).success).toBe(false);
  });
});

describe('instalments of a lower total', () => {
  it('are shortened from the last, and sum to it', () => {
    const parts = [600, 900, 900].map((amount, index) => ({ amount, dueAt: NOW + index, position: index + 1 }));
    expect(shortened(parts, 2000)).toEqual([parts[0], parts[1], { ...parts[2], amount: 500 }]);
    expect(shortened(parts, 600)).toEqual([parts[0]]);
    expect(shortened(parts, 0)).toEqual([]);
    fc.assert(
      fc.property(planned, fc.nat(), (one, total) => {
        const lower = Math.min(total, one.paymentAmount);
        const left = shortened(one.instalments!, lower);
        expect(left.reduce((sum, { amount }) => sum + amount, 0)).toBe(lower);
        expect(left.map(({ position }) => position)).toEqual(left.map((_, index) => index + 1));
      }),
    );
  });

  it('stay as they are below a total that they do not reach', () => {
    expect(shortened([{ amount: 600, dueAt: NOW }], 900)).toEqual([{ amount: 600, dueAt: NOW }]);
  });
});

describe('the part that is due', () => {
  it.each([
    ['of nothing received is all that is late', 0, { position: 1, amount: 1500, purpose: 'instalment' }],
    ['of a part received is the rest of what is late', 700, { position: 2, amount: 800, purpose: 'instalment' }],
    ['is the next one if nothing is late', 1500, { position: 3, amount: 900, purpose: 'instalment' }],
    ['is the last one', 2400, { position: 4, amount: 600, purpose: 'balance' }],
  ])('%s', (_what, received, part) => {
    expect(duePart(billing(WEDDING), received, NOW)).toMatchObject(part);
  });

  it('is all that is due at the same time', () => {
    const same = billing(plan([600, NOW + 1], [900, NOW + 1], [900, NOW + 2]));
    expect(duePart(same, 0, NOW)).toMatchObject({ position: 1, amount: 1500, purpose: 'instalment' });
    expect(duePart(same, 600, NOW)).toMatchObject({ position: 2, amount: 900, purpose: 'instalment' });
  });

  it('is nothing once all was received, and of a price that is not owed', () => {
    expect(duePart(billing(WEDDING), 3000, NOW)).toBeNull();
    expect(nextPart(billing({ ...WEDDING, paymentStatus: 'waived' }), NOW)).toBeNull();
    expect(nextPart(billing({ ...WEDDING, session: { status: 'cancelled' } }), NOW)).toBeNull();
  });

  it('is the balance once every instalment is late', () => {
    const late = billing(plan([600, NOW - 3], [900, NOW - 2], [900, NOW - 1]));
    expect(nextPart(late, NOW)).toMatchObject({ amount: 2400, purpose: 'balance', position: 1 });
  });

  it('makes the session overdue, by its own date', () => {
    const one = billing({ ...WEDDING, paidAmount: 600, paymentStatus: 'partial' });
    expect([displayBillingStatus(one, NOW), overdueAmount(one, NOW), nextDueDate(one)]).toEqual([
      'overdue',
      900,
      NOW - DAY_MS,
    ]);
    const paid = { ...one, paidAmount: 1500 };
    expect([displayBillingStatus(paid, NOW), overdueAmount(paid, NOW)]).toEqual(['partial', 0]);
  });

  it('is the first item to pay, beside the rest; all is one item', () => {
    const items = payableItems(billing({ ...WEDDING, paidAmount: 1500 }), [], NOW);
    expect(items.map((item) => [itemName(item), item.amount])).toEqual([
      ['instalment-3', 900],
      ['balance', 600],
    ]);
    expect(findItem(items, 'all')).toEqual({ paymentId: null, purpose: 'balance', amount: 1500 });
    expect(findItem(items, 'instalment-3')).toBe(items[0]);
    expect(findItem(items.slice(0, 1), 'all')).toBeUndefined();
  });
});
