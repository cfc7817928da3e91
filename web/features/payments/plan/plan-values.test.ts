import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { addPart, leftOf, presetParts, readPlan, toParts } from './plan-values.ts';

const ZONE = 'Europe/Madrid';
const NOW = Date.UTC(2027, 0, 31, 12);
const of = { total: 100_000, deposit: 0, start: null, now: NOW, zone: ZONE };
const days = (parts: readonly { day: string }[]) => parts.map(({ day }) => day);
const amounts = (parts: readonly { amount: unknown }[]) => parts.map(({ amount }) => amount);

describe('a usual plan', () => {
  it('has equal instalments a month apart, the last day of a shorter month', () => {
    const parts = presetParts(3, of);
    expect(amounts(parts)).toEqual([33_334, 33_333, 33_333]);
    expect(days(parts)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  });

  it('has the deposit today and the rest on the day before the session', () => {
    const start = NOW + 40 * DAY_MS;
    const parts = presetParts('deposit', { ...of, deposit: 30_000, start });
    expect(amounts(parts)).toEqual([30_000, 70_000]);
    expect(days(parts)).toEqual(['2027-01-31', '2027-03-11']);
  });

  it('has two halves without a deposit, a month apart if the session is over', () => {
    const parts = presetParts('deposit', { ...of, total: 101, start: NOW - DAY_MS });
    expect(amounts(parts)).toEqual([51, 50]);
    expect(days(parts)).toEqual(['2027-01-31', '2027-02-28']);
  });
});

describe('the form of a plan', () => {
  const start = presetParts(2, of);

  it('begins with the deposit and the rest', () => {
    const billing = { paymentAmount: 100_000, depositAmount: 20_000, dueDate: NOW, depositDueDate: null };
    expect(toParts(billing, ZONE)).toEqual([
      { id: 1, amount: 20_000, day: '2027-01-31' },
      { id: 2, amount: 80_000, day: '2027-01-31' },
    ]);
  });

  it.each([
    ['no amount', { amount: null }, 'amount'],
    ['an amount that is none', { amount: 'abc' }, 'amount'],
    ['no day', { day: '' }, 'date'],
    ['a day before the last one', { day: '2027-01-30' }, 'order'],
    ['too small a sum', { amount: 40_000 }, 'sum'],
  ] as const)('refuses %s', (_what, change, fault) => {
    const parts = [start[0]!, { ...start[1]!, ...change }];
    expect(readPlan(parts, { total: 100_000, zone: ZONE })).toEqual({ fault });
  });

  it('reads due days as the end of the day', () => {
    const read = readPlan(start, { total: 100_000, zone: ZONE });
    expect(read).toMatchObject({ instalments: [{ amount: 50_000, dueAt: Date.UTC(2027, 0, 31, 23) - 1 }, {}] });
  });

  it('adds what is left, a month after the last', () => {
    const parts = addPart([{ ...start[0]!, amount: 60_000 }], 100_000);
    expect(parts[1]).toEqual({ id: 2, amount: 40_000, day: '2027-02-28' });
    expect(leftOf(parts, 100_000)).toBe(0);
    expect(leftOf([{ ...start[0]!, amount: 'abc' }], 1)).toBeNull();
  });
});
