/** A row of a month, a photographer and a currency; minor units. */
interface MonthRow {
  month: string;
  currency: string;
  received: number;
  refunded: number;
  paymentCount: number;
}

export interface MonthTotal {
  currency: string;
  received: number;
  refunded: number;
  count: number;
}

/** A month's sums by currency: the account's own first, and there with nothing in it as well. */
export function monthTotals(rows: readonly MonthRow[], month: string, own: string): MonthTotal[] {
  const totals = new Map<string, MonthTotal>([[own, { currency: own, received: 0, refunded: 0, count: 0 }]]);
  for (const row of rows) {
    if (row.month !== month) continue;
    const { currency, received, refunded, count } = totals.get(row.currency) ?? {
      currency: row.currency,
      received: 0,
      refunded: 0,
      count: 0,
    };
    totals.set(currency, {
      currency,
      received: received + row.received,
      refunded: refunded + row.refunded,
      count: count + row.paymentCount,
    });
  }
  return [...totals.values()];
}
