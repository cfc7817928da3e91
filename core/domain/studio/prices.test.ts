import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grossOf, PRICES, priceMonth, pricesOf, type Prices } from './prices.ts';
import { hoursOf } from './usage.ts';

const GB = 1e9;
const [first] = PRICES;
const MARCH = { prices: first, month: '2027-03' };

it('an example of the price list costs what it says', () => {
  const price = priceMonth({ byteHours: 82.4 * GB * 744, downloadBytes: 12 * GB }, MARCH);
  expect(price).toEqual({
    lines: [
      { kind: 'stored', amount: 464 },
      { kind: 'downloaded', amount: 140 },
    ],
    amount: 604,
    isWaived: false,
  });
  expect(grossOf(price.amount, first)).toBe(731);
});

it('free amounts cost nothing, and small amounts are waived', () => {
  const free = { byteHours: 5 * GB * 744, downloadBytes: 5 * GB };
  expect(priceMonth(free, MARCH)).toEqual({ lines: [], amount: 0, isWaived: true });
  expect(priceMonth({ ...free, downloadBytes: 9.9 * GB }, MARCH)).toMatchObject({ amount: 98, isWaived: true });
  expect(priceMonth({ ...free, downloadBytes: 10 * GB }, MARCH)).toMatchObject({ amount: 100, isWaived: false });
});

it('a petabyte over a month is priced to the cent', () => {
  expect(priceMonth({ byteHours: 10n ** 15n * 744n + 1n, downloadBytes: 0 }, MARCH).amount).toBe(5_999_970);
});

it('a month has the latest prices that have begun', () => {
  expect(pricesOf('2026-01')).toBe(first);
});

const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n * 744n });
const month = fc
  .tuple(fc.integer({ min: 2026, max: 2031 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);
const rates = fc
  .record({
    stored: fc.integer({ min: 0, max: 10_000_000 }),
    downloaded: fc.integer({ min: 0, max: 10_000_000 }),
    free: fc.record({ stored: fc.integer({ min: 0, max: 1e12 }), downloaded: fc.integer({ min: 0, max: 1e12 }) }),
  })
  .map((changed): Prices => ({ ...first, ...changed }));
const cap = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined });
const credit = fc.integer({ min: 0, max: 1_000_000 });
const anyMonth = fc.record({ byteHours: amounts, downloadBytes: amounts, month, prices: rates, cap, credit });
const termsOf = ({
  prices,
  month,
  cap,
  credit,
}: {
  prices: Prices;
  month: string;
  cap: number | undefined;
  credit: number;
}) => ({
  prices,
  month,
  credit,
  ...(cap === undefined ? {} : { cap }),
});

describe('any month', () => {
  it('costs at most the cap, never less than nothing, and the sum of its lines', () => {
    fc.assert(
      fc.property(anyMonth, (one) => {
        const { lines, amount } = priceMonth(one, termsOf(one));
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual(one.cap ?? Infinity);
      }),
      { numRuns: 10_000 },
    );
  });

  it('costs no less if more is used', () => {
    fc.assert(
      fc.property(anyMonth, amounts, amounts, (one, stored, downloaded) => {
        const more = { byteHours: one.byteHours + stored, downloadBytes: one.downloadBytes + downloaded };
        expect(priceMonth(more, termsOf(one)).amount).toBeGreaterThanOrEqual(priceMonth(one, termsOf(one)).amount);
      }),
      { numRuns: 10_000 },
    );
  });

  it('differs from the exact price by half a minor unit at most for each line', () => {
    fc.assert(
      fc.property(anyMonth, (one) => {
        const { lines } = priceMonth(one, { prices: one.prices, month: one.month });
        const of = (kind: string) => BigInt(lines.find((line) => line.kind === kind)?.amount ?? 0);
        const hours = BigInt(hoursOf(one.month));
        const over = (used: bigint, free: bigint) => (used > free ? used - free : 0n);
        const unit = 10n ** 13n;
        const stored = over(one.byteHours, BigInt(one.prices.free.stored) * hours) * BigInt(one.prices.stored);
        const sent = over(one.downloadBytes, BigInt(one.prices.free.downloaded)) * BigInt(one.prices.downloaded);
        const error = (part: bigint, of: bigint) => (part > of ? part - of : of - part);
        expect(2n * error(stored, of('stored') * unit * hours) <= unit * hours).toBe(true);
        expect(2n * error(sent, of('downloaded') * unit) <= unit).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});
