import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import {
  cancellationRule,
  type CancellationRule,
  MAX_CANCELLATION_HOURS,
  type PromisedRule,
  promisedRule,
} from './cancellation.ts';
import {
  amountToReturn,
  cancellationSteps,
  cancellationTerms,
  movedRule,
  movedSteps,
  stepsAhead,
} from './cancellation-terms.ts';

const START = Date.UTC(2027, 4, 20, 10);
const rule = (...windows: CancellationRule['windows']): CancellationRule => ({ windows, isAutomatic: false });
const DEPOSIT = rule({ hours: 48, keeps: 'deposit' });
const TIERS = rule({ hours: 30 * 24, keeps: 50 }, { hours: 7 * 24, keeps: 100 });
const money = { startsAt: START, price: 18_000, deposit: 6000 };

describe('a cancellation rule', () => {
  it.each([
    ['no window', []],
    ['a later window first', [TIERS.windows[1], TIERS.windows[0]]],
    ['two windows of one time', [DEPOSIT.windows[0], DEPOSIT.windows[0]]],
    ['a window of no time after another', [DEPOSIT.windows[0], { hours: null, keeps: 100 }]],
    ['more than the price', [{ hours: 1, keeps: 101 }]],
    ['half a percent', [{ hours: 1, keeps: 0.5 }]],
    ['no time before the session', [{ hours: 0, keeps: 100 }]],
    ['more than two years', [{ hours: MAX_CANCELLATION_HOURS + 1, keeps: 100 }]],
    ['seven windows', [7, 6, 5, 4, 3, 2, 1].map((hours) => ({ hours, keeps: 100 }))],
  ])('refuses %s', (_what, windows) => {
    expect(cancellationRule.safeParse({ windows, isAutomatic: true }).success).toBe(false);
  });

  it('takes a deposit that is never returned, and a second window', () => {
    const never = rule({ hours: null, keeps: 'deposit' }, { hours: 24, keeps: 100 });
    expect(cancellationRule.parse(never)).toEqual(never);
    expect(cancellationSteps(never, money)).toEqual([
      { until: START - DAY_MS, keeps: 'deposit', amount: 6000 },
      { until: null, keeps: 100, amount: 18_000 },
    ]);
  });
});

describe('the terms', () => {
  it.each([
    ['give all back before the deposit is kept', DEPOSIT, 48 * HOUR_MS, 6000, [0, 6000, START - 48 * HOUR_MS]],
    ['keep the deposit afterwards', DEPOSIT, 48 * HOUR_MS - 1, 18_000, [6000, 12_000, null]],
    ['keep no more than was paid', DEPOSIT, HOUR_MS, 2500, [2500, 0, null]],
    ['keep half of the price within 30 days', TIERS, 29 * DAY_MS, 18_000, [9000, 9000, START - 7 * DAY_MS]],
    ['keep all within 7 days', TIERS, 6 * DAY_MS, 18_000, [18_000, 0, null]],
    ['keep nothing where nothing was paid', TIERS, DAY_MS, 0, [0, 0, null]],
  ])('%s', (_what, of, before, paid, expected) => {
    const { kept, returned, until } = cancellationTerms(of, { ...money, paid }, START - before);
    expect([kept, returned, until]).toEqual(expected);
  });
});

const hours = fc.uniqueArray(fc.integer({ min: 1, max: MAX_CANCELLATION_HOURS }), { minLength: 1, maxLength: 6 });
const keeps = fc.oneof(fc.constant('deposit' as const), fc.nat(100));
const rules = fc
  .tuple(hours, fc.array(keeps, { minLength: 6, maxLength: 6 }), fc.boolean(), fc.boolean())
  .map(([times, kept, isNeverFree, isAutomatic]) => ({
    isAutomatic,
    windows: times
      .toSorted((one, other) => other - one)
      .map((time, index) => ({ hours: isNeverFree && index === 0 ? null : time, keeps: kept[index]! })),
  }));
const amount = fc.nat(1_000_000);
const facts = fc
  .record({ price: amount, share: fc.nat(100), paid: amount })
  .map(({ price, share, paid }) => ({ startsAt: START, price, deposit: Math.floor((price * share) / 100), paid }));
const moment = fc.integer({ min: -MAX_CANCELLATION_HOURS - 48, max: 0 }).map((before) => START + before * HOUR_MS);

describe('any rule', () => {
  it('is valid as it is made', () => {
    fc.assert(fc.property(rules, (one) => cancellationRule.safeParse(one).success));
  });

  it('keeps and returns exactly what was paid, and never more than the price', () => {
    fc.assert(
      fc.property(rules, facts, moment, (one, of, now) => {
        const { kept, returned } = cancellationTerms(one, of, now);
        expect(kept + returned).toBe(of.paid);
        expect(Math.min(kept, returned)).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(of.price);
      }),
    );
  });

  it('is free before its first window', () => {
    fc.assert(
      fc.property(rules, facts, moment, (one, of, now) => {
        const first = one.windows[0]!.hours;
        const isFree = first !== null && now <= START - first * HOUR_MS;
        return !isFree || cancellationTerms(one, of, now).kept === 0;
      }),
    );
  });

  it('holds until the moment that it names, and changes to the next step after it', () => {
    fc.assert(
      fc.property(rules, facts, moment, (one, of, now) => {
        const terms = cancellationTerms(one, of, now);
        const ahead = stepsAhead(cancellationSteps(one, of), now);
        expect(terms.until).toBe(ahead[0]!.until);
        expect(ahead.length > 1).toBe(terms.until !== null);
        if (terms.until === null) return;
        expect(cancellationTerms(one, of, terms.until)).toEqual(terms);
        expect(cancellationTerms(one, of, terms.until + 1).kept).toBe(Math.min(of.paid, ahead[1]!.amount));
      }),
    );
  });

  it('returns the rest once only, whatever parts of it are refunded', () => {
    const parts = fc.array(fc.record({ share: fc.nat(100), status: fc.constantFrom('paid', 'pending', 'failed') }));
    fc.assert(
      fc.property(rules, facts, moment, parts, (one, of, now, refunds) => {
        const { kept, returned } = cancellationTerms(one, of, now);
        const session = { status: 'cancelled' };
        let gone = 0;
        let paidAmount = of.paid;
        const rows: { refundsPaymentId: string; status: string; amount: number }[] = [];
        for (const { share, status } of refunds) {
          const due = amountToReturn({ session, keptAmount: kept, paidAmount }, rows);
          expect(due).toBe(returned - gone);
          const part = Math.floor((due * share) / 100);
          rows.push({ refundsPaymentId: 'p', status, amount: part });
          if (status === 'paid') paidAmount -= part;
          if (status !== 'failed') gone += part;
        }
      }),
    );
  });
});

it('returns nothing for a session that is held, nor where no rule applied', () => {
  expect(amountToReturn({ session: { status: 'confirmed' }, keptAmount: 0, paidAmount: 5 }, [])).toBe(0);
  expect(amountToReturn({ session: { status: 'cancelled' }, keptAmount: null, paidAmount: 5 }, [])).toBe(0);
  expect(amountToReturn({ session: { status: 'cancelled' }, keptAmount: 2, paidAmount: 5 }, [])).toBe(3);
});

const near = fc.integer({ min: -40 * 24, max: 40 * 24 }).map((after) => START + after * HOUR_MS);
const anyTime = fc.oneof(
  near,
  near.map((time) => time + 365 * DAY_MS),
);
const byClient = (to: number, now: number) => ({ by: 'client', to, now }) as const;
const byStudio = (to: number, now: number) => ({ by: 'studio', to, now }) as const;

describe('a session that its client moves', () => {
  const now = START - 10 * DAY_MS;
  const later = { ...money, startsAt: START + 60 * DAY_MS };
  it('does not get back what no longer applied', () => {
    const moved = movedRule(TIERS, money, byClient(later.startsAt, now));
    expect(cancellationTerms(moved, { ...later, paid: 18_000 }, now).kept).toBe(9000);
    expect(cancellationSteps(moved, later)).toEqual([
      { until: later.startsAt - 7 * DAY_MS, keeps: 50, amount: 9000 },
      { until: null, keeps: 100, amount: 18_000 },
    ]);
  });

  it('keeps its rule while it could be cancelled freely', () => {
    expect(movedRule(TIERS, money, byClient(later.startsAt, START - 31 * DAY_MS))).toBe(TIERS);
  });

  it('is in the steps of its new time if that is earlier', () => {
    const free = START - 31 * DAY_MS;
    const earlier = { ...money, startsAt: START - 25 * DAY_MS };
    expect(
      cancellationTerms(movedRule(TIERS, money, byClient(earlier.startsAt, free)), { ...earlier, paid: 18_000 }, free)
        .kept,
    ).toBe(18_000);
  });

  it('has a valid rule, and the steps that were shown before it was moved', () => {
    fc.assert(
      fc.property(rules, facts, moment, anyTime, (one, of, at, to) => {
        const moved = movedRule(one, of, byClient(to, at));
        expect(cancellationRule.safeParse(moved).success).toBe(true);
        const shown = stepsAhead(cancellationSteps(one, of), at).map(({ until, ...step }) => {
          return { ...step, until: until === null ? null : until + to - of.startsAt };
        });
        expect(movedSteps(one, of, byClient(to, at))).toEqual(stepsAhead(shown, at));
      }),
    );
  });

  it('costs no less to cancel than before', () => {
    fc.assert(
      fc.property(facts, near, anyTime, (of, at, to) => {
        const before = cancellationTerms(TIERS, of, at).kept;
        const after = cancellationTerms(movedRule(TIERS, of, byClient(to, at)), { ...of, startsAt: to }, at).kept;
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('a session that the studio moves', () => {
  const now = START - 31 * DAY_MS;
  const earlier = { ...money, startsAt: START - 25 * DAY_MS, paid: 18_000 };
  const moved = movedRule(TIERS, money, byStudio(earlier.startsAt, now));

  it('can be cancelled on the terms that its client knows', () => {
    expect(cancellationTerms(moved, earlier, now)).toEqual({ kept: 0, returned: 18_000, until: START - 30 * DAY_MS });
    expect(cancellationSteps(moved, earlier)).toEqual([
      { until: START - 30 * DAY_MS, keeps: 0, amount: 0 },
      { until: null, keeps: 50, amount: 9000 },
    ]);
  });

  it('takes the whole rule along to a later time', () => {
    expect(movedRule(TIERS, money, byStudio(START + DAY_MS, now))).toBe(TIERS);
  });

  it('has its former steps again once it is moved back', () => {
    fc.assert(
      fc.property(rules, facts, anyTime, (one, of, to) => {
        const there = movedRule(one, of, byStudio(to, now));
        const back = movedRule(there, { ...of, startsAt: Math.min(to, START) }, byStudio(START, now));
        expect(back).toEqual(one);
      }),
    );
  });

  it('counts from the earlier time that its client chooses then', () => {
    const chosen = START - 40 * DAY_MS;
    const atOnce = movedRule(moved, earlier, byClient(chosen, START - 90 * DAY_MS));
    expect(cancellationSteps(atOnce, { ...money, startsAt: chosen })).toEqual(
      cancellationSteps(TIERS, { ...money, startsAt: chosen }),
    );
  });

  it('never costs its client more to cancel than before', () => {
    fc.assert(
      fc.property(facts, fc.array(anyTime, { minLength: 1, maxLength: 4 }), near, (of, times, at) => {
        let [rule, start]: [PromisedRule, number] = [TIERS, of.startsAt];
        for (const to of times) {
          const next = movedRule(rule, { ...of, startsAt: start }, byStudio(to, at));
          const moment = Math.min(at, start, to);
          const before = cancellationTerms(rule, { ...of, startsAt: start }, moment).kept;
          expect(cancellationTerms(next, { ...of, startsAt: to }, moment).kept).toBeLessThanOrEqual(before);
          expect(promisedRule.safeParse(next).success).toBe(true);
          [rule, start] = [next, to];
        }
      }),
    );
  });
});
