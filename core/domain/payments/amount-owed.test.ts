import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SESSION_STATUSES, type SessionStatus } from '../sessions/sessions.ts';
import { amountDue, computeBilling, displayBillingStatus, refundableAmount } from './billing.ts';
import { payableItems } from './card-payments.ts';
import type { PaymentPurpose, PaymentStatus } from './payments.ts';

/** A session's money, and what happens to it. */
interface Payment {
  id: string;
  refundsPaymentId: string | null;
  amount: number;
  purpose: PaymentPurpose;
  status: PaymentStatus;
}
interface History {
  status: SessionStatus;
  price: number;
  deposit: number;
  waived: boolean;
  payments: Payment[];
}

const amount = fc.integer({ min: 1, max: 500 });
const purpose = fc.constantFrom<PaymentPurpose>('deposit', 'balance', 'extras', 'other');
const event = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), price: fc.nat(500), deposit: fc.nat(500) }),
  fc.record({ kind: fc.constant('waive' as const), to: fc.boolean() }),
  fc.record({ kind: fc.constant('status' as const), to: fc.constantFrom(...SESSION_STATUSES) }),
  fc.record({
    kind: fc.constant('pay' as const),
    amount,
    purpose,
    status: fc.constantFrom('paid', 'pending' as const),
  }),
  fc.record({ kind: fc.constant('settle' as const), index: fc.nat(20), to: fc.constantFrom('paid', 'failed', 'void') }),
  fc.record({
    kind: fc.constant('refund' as const),
    index: fc.nat(20),
    amount,
    isOnline: fc.boolean(),
    less: fc.boolean(),
  }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function apply(history: History, one: Event, id: string): History {
  const { payments, price, deposit } = history;
  const add = (payment: Payment) => [...payments, payment];
  switch (one.kind) {
    case 'price':
      return { ...history, price: one.price, deposit: Math.min(one.price, one.deposit) };
    case 'waive':
      return { ...history, waived: one.to };
    case 'status':
      return { ...history, status: one.to };
    case 'pay': {
      const { kind: _kind, ...payment } = one;
      return { ...history, payments: add({ id, refundsPaymentId: null, ...payment }) };
    }
    case 'settle':
      return {
        ...history,
        payments: payments.map((payment, index) =>
          index === one.index && payment.status === 'pending' ? { ...payment, status: one.to } : payment,
        ),
      };
    case 'refund': {
      const of = payments[one.index];
      const left = of ? Math.min(one.amount, refundableAmount(of, payments)) : 0;
      if (!of || left === 0) return history;
      const status = one.isOnline ? 'pending' : 'paid';
      const lower = one.less ? Math.max(0, price - left) : price;
      return {
        ...history,
        price: lower,
        deposit: Math.min(deposit, lower),
        payments: add({ id, refundsPaymentId: of.id, amount: left, purpose: of.purpose, status }),
      };
    }
  }
}

const EMPTY: History = { status: 'scheduled', price: 0, deposit: 0, waived: false, payments: [] };
const histories = fc
  .array(event, { maxLength: 20 })
  .map((events) => events.reduce((history, one, index) => apply(history, one, `p${index}`), EMPTY));

function billingOf({ status, price, deposit, waived, payments }: History) {
  const totals = computeBilling({ paymentAmount: price, waived }, payments);
  const due = { dueDate: null, depositDueDate: null };
  return { session: { status }, paymentAmount: price, depositAmount: deposit, ...totals, ...due };
}

/** The rule in its own words: received money counts, refunds that arrived do not, and only booked sessions owe. */
function owedByRule({ status, price, waived, payments }: History): number {
  if (waived || ['inquiry', 'declined', 'cancelled'].includes(status)) return 0;
  let open = price;
  for (const { refundsPaymentId, amount: of, status: is } of payments) {
    if (refundsPaymentId === null && ['paid', 'partially_refunded', 'refunded'].includes(is)) open -= of;
    if (refundsPaymentId !== null && is === 'paid') open += of;
  }
  return Math.max(0, open);
}

it('owes what the prices, payments and refunds of any history leave open', () => {
  fc.assert(fc.property(histories, (history) => amountDue(billingOf(history)) === owedByRule(history)));
});

/** Of two pending payments, the deposit was recorded last, and its price asks for none. */
const LATE_DEPOSIT: History = {
  ...EMPTY,
  price: 2,
  payments: (['balance', 'deposit'] as const).map((of, index) => ({
    id: `p${index}`,
    refundsPaymentId: null,
    amount: 1,
    purpose: of,
    status: 'pending',
  })),
};

it('divides exactly the owed amount into items that can be paid, the deposit first', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const billing = billingOf(history);
      const pending = history.payments.filter((one) => one.status === 'pending' && one.refundsPaymentId === null);
      const items = payableItems(billing, pending, 0);
      const sum = (of: typeof items) => of.reduce((total, item) => total + item.amount, 0);
      expect(sum(items)).toBe(amountDue(billing));
      expect(items.every((item) => item.amount > 0)).toBe(true);
      const deposits = items.filter((item) => item.purpose === 'deposit');
      expect(items.slice(0, deposits.length)).toEqual(deposits);
      const names = items.map(({ paymentId, purpose: of }) => paymentId ?? of);
      expect(new Set(names).size).toBe(names.length);
      for (const { paymentId, amount: of } of items) {
        const expected = pending.find(({ id }) => id === paymentId);
        expect(of).toBeLessThanOrEqual(expected?.amount ?? Infinity);
      }
    }),
    { examples: [[LATE_DEPOSIT]] },
  );
});

it('shows a status only where a price is owed, and none as overdue without an owed amount', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const billing = { ...billingOf(history), dueDate: 1 };
      const status = displayBillingStatus(billing, 2);
      const isOwed = !['inquiry', 'declined', 'cancelled'].includes(history.status);
      expect(status !== null).toBe(isOwed);
      expect(status === 'overdue').toBe(amountDue(billing) > 0);
    }),
  );
});
