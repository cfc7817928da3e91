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
export function revenueIn(months: readonly Month[], month: string, currency: string): number {
  return months
    .filter((row) => row.month === month && row.currency === currency)
    .reduce((total, { received, refunded }) => total + received - refunded, 0);
}

interface Due {
  paymentAmount: number;
  paidAmount: number;
  dueDate: number | null;
}

export interface Owed {
  /** Minor units. */
  outstanding: number;
  overdue: number;
  /** Sessions whose day has passed. */
  overdueCount: number;
}

/** What is still to come in, and what of it should be here already. */
export function owedOf(due: readonly Due[], now: number): Owed {
  const open = due.map((row) => ({
    left: row.paymentAmount - row.paidAmount,
    late: row.dueDate !== null && row.dueDate < now,
  }));
  const late = open.filter((row) => row.late && row.left > 0);
  const sum = (rows: readonly { left: number }[]) => rows.reduce((total, { left }) => total + Math.max(0, left), 0);
  return { outstanding: sum(open), overdue: sum(late), overdueCount: late.length };
}
