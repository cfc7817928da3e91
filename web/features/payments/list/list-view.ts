import { PAYMENT_STATUSES, type PaymentStatus } from '#core/domain/payments/payments.ts';
import { localDate } from '#core/domain/values/time.ts';
import { isMonth } from '#web/lib/format/format.ts';
import { choiceParam, filterParam, textParam, viewParams } from '#web/lib/view-params.ts';

export const LIST_TABS = ['received', 'due'] as const;
export type ListTab = (typeof LIST_TABS)[number];

export const LIST = viewParams({
  tab: choiceParam('tab', LIST_TABS, 'received'),
  search: textParam('search', 200),
  status: choiceParam('status', PAYMENT_STATUSES, null),
  /** `2026-11`; null for all. */
  month: filterParam('month', isMonth),
});
export type ListView = typeof LIST.defaults;

/**
 * Returns the months to choose from, latest first: those with received or refunded money, those of pending, failed or
 * void payments, and the chosen one.
 */
export function listMonths(
  months: readonly { month: string; received: number; refunded: number }[],
  others: readonly { date: number }[],
  chosen: string | null,
  zone: string,
): readonly string[] {
  const moved = months.filter(({ received, refunded }) => received > 0 || refunded > 0);
  const all = [...moved.map(({ month }) => month), ...others.map(({ date }) => localDate(date, zone).slice(0, 7))];
  if (chosen) all.push(chosen);
  return [...new Set(all)]
    .filter((month) => isMonth(month))
    .sort()
    .reverse();
}

/** Drops pending payments of sessions in the trash; they return if the session is restored. */
export function withoutTrashed<Row extends Trashable>(payments: readonly Row[]): readonly Row[] {
  const isOff = ({ status, session }: Trashable) => status === 'pending' && (session?.deletedAt ?? null) !== null;
  return payments.some(isOff) ? payments.filter((payment) => !isOff(payment)) : payments;
}

interface Trashable {
  readonly status: PaymentStatus;
  readonly session?: { readonly deletedAt: number | null } | undefined;
}

interface Counted {
  readonly refundsPaymentId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
}

export interface CurrencyTotals {
  currency: string;
  received: number;
  refunded: number;
  waiting: number;
}

/**
 * True if the total of payments of this status is meaningful. Refunded payments are listed without their refunds;
 * failed and void ones have no amount.
 */
export function hasTotals(status: PaymentStatus | null): boolean {
  return status === null || status === 'paid' || status === 'pending';
}

/** Sums payments by currency; failed and void ones are left out. */
export function totalsByCurrency(payments: readonly Counted[]): CurrencyTotals[] {
  const sums = new Map<string, CurrencyTotals>();
  for (const { refundsPaymentId, amount, currency, status } of payments) {
    if (status === 'failed' || status === 'void') continue;
    const of = sums.get(currency) ?? { currency, received: 0, refunded: 0, waiting: 0 };
    const what = status === 'pending' ? 'waiting' : refundsPaymentId === null ? 'received' : 'refunded';
    sums.set(currency, { ...of, [what]: of[what] + amount });
  }
  return [...sums.values()];
}
