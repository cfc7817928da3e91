import { PAYMENT_STATUSES, type PaymentStatus } from '#core/domain/payments.ts';
import { localDate } from '#core/domain/time.ts';
import { isMonth } from '../dialogs/date-values.ts';

export const LIST_TABS = ['received', 'due'] as const;
export type ListTab = (typeof LIST_TABS)[number];

/** What the list of payments shows; in the address, so that back and a reload lead to the same. */
export interface ListView {
  tab: ListTab;
  search: string;
  status: PaymentStatus | null;
  /** `2026-11`; null for all. */
  month: string | null;
}

export function readView(params: URLSearchParams): ListView {
  const status = params.get('status');
  const month = params.get('month') ?? '';
  return {
    tab: params.get('tab') === 'due' ? 'due' : 'received',
    search: (params.get('search') ?? '').slice(0, 200),
    status: PAYMENT_STATUSES.find((one) => one === status) ?? null,
    month: isMonth(month) ? month : null,
  };
}

export function writeView({ tab, search, status, month }: ListView): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== 'received') params.set('tab', tab);
  if (search) params.set('search', search);
  if (status) params.set('status', status);
  if (month) params.set('month', month);
  return params;
}

/**
 * The months to choose from, the latest first: those in which money came in or went back, those of payments that did
 * not, and the chosen one.
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

/** Without what is expected of sessions in the trash: nobody waits for it, and it comes back with its session. */
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
 * Whether a sum beside payments of this status says something true. Of those that were given back, in part or whole, the
 * refunds are not among them; what failed or is void came to nothing.
 */
export function hasTotals(status: PaymentStatus | null): boolean {
  return status === null || status === 'paid' || status === 'pending';
}

/** What payments add up to, in each currency by itself; what failed or is void counts nowhere. */
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
