import { hoursOf } from './usage.ts';

/**
 * Prices of a version, net of VAT. The only file with prices: landing page, Settings, statements and tests read them
 * (docs/decisions/billing.md).
 */
export interface Prices {
  readonly version: number;
  /** First month of the version: `2028-04`. Null for the first: an installation says when it begins to charge. */
  readonly from: string | null;
  readonly currency: 'EUR';
  /** Millionths of the currency's main unit for a GB (10⁹ bytes) that is stored for a month. */
  readonly stored: number;
  /** Millionths of the currency's main unit for a downloaded GB. */
  readonly downloaded: number;
  /** Bytes of a month that cost nothing. */
  readonly free: { readonly stored: number; readonly downloaded: number };
  /** Smaller amounts are waived, in minor units. */
  readonly waivedBelow: number;
  /** The cap of a studio that has not chosen another, in minor units. */
  readonly cap: number;
  /** The country whose gross prices are shown beside the net ones, and its VAT in basis points. */
  readonly shownVat: { readonly country: string; readonly rate: number };
}

export const PRICES: readonly [Prices, ...Prices[]] = [
  {
    version: 1,
    from: null,
    currency: 'EUR',
    stored: 60_000,
    downloaded: 200_000,
    free: { stored: 5e9, downloaded: 5e9 },
    waivedBelow: 100,
    cap: 5_000,
    shownVat: { country: 'ES', rate: 2_100 },
  },
];

/** Bounds of the cap that a studio chooses, in minor units. */
export const CAP_LIMITS = { least: 100, most: 1_000_000 } as const;

/** Returns the prices that a month has for those who accepted all versions. @param month `2027-04` */
export function pricesOf(month: string): Prices {
  return PRICES.findLast(({ from }) => from === null || from <= month)!;
}

/** Returns a version's prices; the first ones for a version that does not exist. */
export const pricesOfVersion = (version: number): Prices =>
  PRICES.find((prices) => prices.version === version) ?? PRICES[0];

/** What a studio used in a month; whole numbers above 2⁵³ are given as `bigint`. */
export interface MonthUsage {
  byteHours: number | bigint;
  downloadBytes: number | bigint;
}

export interface StatementLine {
  kind: 'stored' | 'downloaded' | 'cap' | 'credit';
  /** Minor units; negative for `cap` and `credit`. */
  amount: number;
}

export interface MonthPrice {
  /** Lines other than 0. Their sum is `amount`. */
  lines: StatementLine[];
  /** Minor units, net of VAT. */
  amount: number;
  /** True for an amount that is too small to be charged. */
  isWaived: boolean;
}

interface Terms {
  prices: Prices;
  /** `2027-04` */
  month: string;
  /** Minor units that the month never exceeds; without a cap if absent. */
  cap?: number;
  /** Minor units in the studio's favour. */
  credit?: number;
}

/** One minor unit is 10⁴ millionths of the main unit; a GB is 10⁹ bytes. */
const MICRO_BYTES = 10n ** 9n * 10n ** 4n;

const whole = (value: number | bigint) => (typeof value === 'bigint' ? value : BigInt(Math.round(value)));

/** Divides non-negative numbers, rounding half up. */
const divide = (dividend: bigint, divisor: bigint) => Number((2n * dividend + divisor) / (2n * divisor));

const above = (used: bigint, free: bigint) => (used > free ? used - free : 0n);

/** Prices a month exactly, with one rounding for each line: storage as the mean of the month's hours, and downloads. */
export function priceMonth(usage: MonthUsage, { prices, month, cap, credit = 0 }: Terms): MonthPrice {
  const hours = BigInt(hoursOf(month));
  const stored = divide(
    above(whole(usage.byteHours), BigInt(prices.free.stored) * hours) * BigInt(prices.stored),
    MICRO_BYTES * hours,
  );
  const downloaded = divide(
    above(whole(usage.downloadBytes), BigInt(prices.free.downloaded)) * BigInt(prices.downloaded),
    MICRO_BYTES,
  );
  const used = stored + downloaded;
  const capped = Math.min(used, cap ?? used);
  const amount = Math.max(0, capped - credit);
  const lines = [
    { kind: 'stored' as const, amount: stored },
    { kind: 'downloaded' as const, amount: downloaded },
    { kind: 'cap' as const, amount: capped - used },
    { kind: 'credit' as const, amount: amount - capped },
  ].filter((line) => line.amount !== 0);
  return { lines, amount, isWaived: amount < prices.waivedBelow };
}

/** Returns an amount with the VAT that is shown beside net prices; half a minor unit is rounded up. */
export const grossOf = (net: number, { shownVat: { rate } }: Prices): number =>
  Math.round((net * (10_000 + rate)) / 10_000);
