import { displayBillingStatus, amountDue, type Billing } from '#core/domain/billing.ts';

interface Month {
  month: string;
  currency: string;
  received: number;
  refunded: number;
}

/** The month before another, `2026-01` → `2025-12`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** What came in and stayed in a month, over all photographers; minor units of one currency. */
export function monthRevenue(months: readonly Month[], month: string, currency: string): number {
  return months
    .filter((row) => row.month === month && row.currency === currency)
    .reduce((total, { received, refunded }) => total + received - refunded, 0);
}

export interface Outstanding {
  /** Minor units. */
  outstanding: number;
  overdue: number;
  /** Sessions whose day has passed, or their deposit's. */
  overdueCount: number;
}

/** What is still to come in, and what of it should be here already. */
export function outstanding(due: readonly Billing[], now: number): Outstanding {
  const late = due.filter((row) => displayBillingStatus(row, now) === 'overdue');
  const sum = (rows: readonly Billing[]) => rows.reduce((total, row) => total + amountDue(row), 0);
  return { outstanding: sum(due), overdue: sum(late), overdueCount: late.length };
}
