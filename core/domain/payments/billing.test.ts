import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountDue,
  type Billing,
  computeBilling,
  displayBillingStatus,
  nextDueDate,
  nextPart,
  refundableAmount,
  refundParts,
  statusAfterRefunds,
} from './billing.ts';
import { BILLING_STATUSES, PAYMENT_STATUSES } from './payments.ts';
import { formatReceiptNumber, includedTax } from './receipts.ts';

const NOW = 1_000_000;
const billing = (values: Partial<Billing> = {}): Billing => ({
  session: { status: 'scheduled' },
  paymentStatus: 'pending',
  paymentAmount: 1000,
  depositAmount: 300,
  paidAmount: 0,
  dueDate: null,
  depositDueDate: null,
  ...values,
});

describe('overdue', () => {
  it.each<[string, Partial<Billing>, string | null]>([
    ['nothing is due by a day', {}, 'pending'],
    ['the day is to come', { dueDate: NOW }, 'pending'],
    ['the day has passed', { dueDate: NOW - 1 }, 'overdue'],
    ['the deposit’s day has passed', { dueDate: NOW + 1, depositDueDate: NOW - 1 }, 'overdue'],
    ['the deposit is there', { depositDueDate: NOW - 1, paidAmount: 300, paymentStatus: 'partial' }, 'partial'],
    ['the deposit is not all there', { depositDueDate: NOW - 1, paidAmount: 299, paymentStatus: 'partial' }, 'overdue'],
    ['the rest is late', { dueDate: NOW - 1, paidAmount: 999, paymentStatus: 'partial' }, 'overdue'],
    ['it is paid', { dueDate: NOW - 1, paidAmount: 1000, paymentStatus: 'paid' }, 'paid'],
    ['it is waived', { dueDate: NOW - 1, paymentStatus: 'waived' }, 'waived'],
    ['it costs nothing', { dueDate: NOW - 1, paymentAmount: 0, depositAmount: 0 }, 'pending'],
    ['the session was cancelled', { dueDate: NOW - 1, session: { status: 'cancelled' } }, null],
    ['it is only requested', { dueDate: NOW - 1, session: { status: 'inquiry' } }, null],
    ['all was given back and is owed again', { dueDate: NOW - 1, paymentStatus: 'refunded' }, 'overdue'],
  ])('is derived when %s', (_when, values, status) => {
    expect(displayBillingStatus(billing(values), NOW)).toBe(status);
  });

  it('never applies to paid or waived sessions, nor without a due date', () => {
    const amount = fc.nat(5000);
    const day = fc.option(fc.integer({ min: NOW - 5, max: NOW + 5 }));
    const any = fc.record({
      session: fc.constant({ status: 'scheduled' as const }),
      paymentStatus: fc.constantFrom(...BILLING_STATUSES),
      paymentAmount: amount,
      depositAmount: amount,
      paidAmount: amount,
      dueDate: day,
      depositDueDate: day,
    });
    fc.assert(
      fc.property(any, (one) => {
        const status = displayBillingStatus(one, NOW);
        if (status !== 'overdue') return status === one.paymentStatus;
        return amountDue(one) > 0 && [one.dueDate, one.depositDueDate].some((due) => due !== null && due < NOW);
      }),
    );
  });
});

describe('amounts due', () => {
  it('list the deposit first, by its due date', () => {
    const fresh = billing({ dueDate: 20, depositDueDate: 10 });
    const due = (of: Billing) => [
      nextPart(of, NOW)?.purpose,
      nextPart(of, NOW)?.amount,
      amountDue(of),
      nextDueDate(of),
    ];
    expect(due(fresh)).toEqual(['deposit', 300, 1000, 10]);
    const begun = { ...fresh, paidAmount: 100 };
    expect(due(begun)).toEqual(['deposit', 200, 900, 10]);
    const half = { ...fresh, paidAmount: 300 };
    expect(due(half)).toEqual(['balance', 700, 700, 20]);
    expect(amountDue({ ...fresh, paidAmount: 1200 })).toBe(0);
    expect(amountDue({ ...fresh, paymentStatus: 'waived' })).toBe(0);
    expect(nextDueDate(billing({ dueDate: 20 }))).toBe(20);
  });

  it.each<[string, Billing['session'], number]>([
    ['owe the price of a booked session', { status: 'scheduled' }, 1000],
    ['owe the price of a missed session', { status: 'no_show' }, 1000],
    ['owe nothing for a request', { status: 'inquiry' }, 0],
    ['owe nothing for a cancelled session', { status: 'cancelled' }, 0],
    ['owe nothing for a session that is not known', undefined, 0],
  ])('%s', (_when, session, owed) => {
    expect(amountDue(billing({ session }))).toBe(owed);
  });
});

describe('a refund of several payments', () => {
  const payment = (id: string, amount: number, method: string, stripeId: string | null = null) => {
    return { id, refundsPaymentId: null, amount, status: 'paid' as const, method, stripeId };
  };
  const cash = payment('cash', 500, 'cash');
  const card = payment('card', 300, 'card', 'pi_1');
  const onItsWay = { ...payment('refund', 100, 'card', 're_1'), refundsPaymentId: 'card', status: 'pending' as const };
  const parts = (due: number) =>
    refundParts([cash, card, onItsWay], due).map((part) => [part.payment.id, part.amount, part.isOnline]);

  it('goes to the card first, and no further than what is left of each', () => {
    expect(parts(0)).toEqual([]);
    expect(parts(150)).toEqual([['card', 150, true]]);
    expect(parts(600)).toEqual([
      ['card', 200, true],
      ['cash', 400, false],
    ]);
    expect(parts(5000)).toEqual([
      ['card', 200, true],
      ['cash', 500, false],
    ]);
  });
});

describe('refunds', () => {
  const paid = (amount: number) => ({ id: 'p', refundsPaymentId: null, amount, status: 'paid' as const });
  const back = (amount: number, id: string) => ({ id, refundsPaymentId: 'p', amount, status: 'paid' as const });

  it('never exceed the payment, however they are split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 1, max: 40_000 })),
        (amount, amounts) => {
          const payment = paid(amount);
          const given: ReturnType<typeof back>[] = [];
          for (const [index, wanted] of amounts.entries()) {
            const part = Math.min(wanted, refundableAmount(payment, given));
            if (part > 0) given.push(back(part, `r${index}`));
          }
          const sum = given.reduce((total, one) => total + one.amount, 0);
          const { paidAmount, refundedAmount } = computeBilling({ paymentAmount: amount, waived: false }, [
            payment,
            ...given,
          ]);
          const status = statusAfterRefunds(amount, sum);
          return (
            sum <= amount &&
            paidAmount + refundedAmount === amount &&
            refundedAmount === sum &&
            (status === 'refunded') === (sum === amount) &&
            (status === 'paid') === (sum === 0)
          );
        },
      ),
    );
  });

  it('apply to received payments only, not to refunds', () => {
    for (const status of PAYMENT_STATUSES) {
      const left = refundableAmount({ ...paid(500), status }, []);
      expect(left, status).toBe(['paid', 'partially_refunded', 'refunded'].includes(status) ? 500 : 0);
    }
    expect(refundableAmount(back(100, 'r'), [])).toBe(0);
  });
});

describe('received payments', () => {
  it.each([
    [1000, false, [], 'pending'],
    [1000, false, [400], 'partial'],
    [1000, false, [400, 600], 'paid'],
    [1000, false, [1200], 'paid'],
    [1000, false, [400, -400], 'refunded'],
    [1000, false, [1000, -1], 'partial'],
    [0, false, [], 'pending'],
    [0, false, [10], 'paid'],
    [1000, true, [400], 'waived'],
  ] as const)('of %i, waived %s, with %j are %s', (paymentAmount, waived, amounts, paymentStatus) => {
    const payments = amounts.map((amount, index) => ({
      id: `p${index}`,
      refundsPaymentId: amount < 0 ? 'p0' : null,
      amount: Math.abs(amount),
      status: 'paid' as const,
    }));
    const waiting = { id: 'w', refundsPaymentId: null, amount: 5000, status: 'pending' as const };
    expect(computeBilling({ paymentAmount, waived }, [...payments, waiting])).toMatchObject({ paymentStatus });
  });
});

describe('tax', () => {
  it('is included in the amount, at its rate', () => {
    expect(includedTax(12_100, 2100)).toBe(2100);
    expect(includedTax(100, 2100)).toBe(17);
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.nat(10_000), (amount, rate) => {
        const tax = includedTax(amount, rate);
        const exact = (amount * rate) / (10_000 + rate);
        return Number.isInteger(tax) && tax >= 0 && tax <= amount && Math.abs(tax - exact) <= 0.5 + 1e-6;
      }),
    );
  });
});

it('pads a receipt number to four digits', () => {
  expect([formatReceiptNumber('A-', 2026, 1), formatReceiptNumber('', 2026, 12_345)]).toEqual([
    'A-2026-0001',
    '2026-12345',
  ]);
});
