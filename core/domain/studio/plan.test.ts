import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import {
  dueNotices,
  monthCost,
  nextState,
  nextStateAt,
  OVERDUE_MS,
  type PlanFacts,
  NOTICE_MS,
  planPrices,
  pricesBegin,
  type PlanTerms,
  spendingOf,
} from './plan.ts';
import type { PlanState } from './plan-state.ts';
import { PRICES, type Prices } from './prices.ts';

const GB = 1e9;
/** The only steps between states. */
const STEPS: Readonly<Record<PlanState, readonly PlanState[]>> = {
  trialing: ['active'],
  active: ['past_due'],
  past_due: ['active', 'read_only'],
  read_only: ['active', 'suspended'],
  suspended: ['active'],
};

const TERMS: PlanTerms = { state: 'active', cap: 5_000, prices: 1, freeStored: null, freeUntil: null, noticed: {} };
const begin: PlanFacts = { state: 'trialing', since: 0, isReady: false, isOverdue: false };

describe('the state of a plan', () => {
  it('becomes read-only 14 days after a failed payment, and suspended 30 days later', () => {
    let facts: PlanFacts = { ...begin, state: 'active', isOverdue: true };
    const changes: [number, string][] = [];
    for (let now = 0; now <= 200 * DAY_MS; now += HOUR_MS) {
      const state = nextState(facts, now);
      if (state === facts.state) continue;
      facts = { ...facts, state, since: now };
      changes.push([now / DAY_MS, state]);
    }
    expect(changes).toEqual([
      [0, 'past_due'],
      [14, 'read_only'],
      [44, 'suspended'],
    ]);
    expect(nextState({ ...facts, isOverdue: false }, 200 * DAY_MS)).toBe('active');
    expect([nextStateAt({ state: 'past_due', since: 0 }), nextStateAt(facts)]).toEqual([14 * DAY_MS, null]);
  });

  it('skips none in any history, lasts its whole time, and is the same when asked again', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 90 * DAY_MS })),
      isReady: fc.boolean(),
      isOverdue: fc.boolean(),
    });
    const violations: string[] = [];
    const check = (isTrue: boolean, what: string) => isTrue || violations.push(what);
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let [facts, now, overdueSince] = [begin, 0, 0];
        for (const { wait, ...changes } of steps) {
          now += wait;
          facts = { ...facts, ...changes };
          const state = nextState(facts, now);
          if (state !== facts.state) {
            check(STEPS[facts.state].includes(state), `${facts.state} to ${state}`);
            check(state !== 'read_only' || now - facts.since >= OVERDUE_MS.past_due, 'read-only too early');
            check(state !== 'suspended' || now - overdueSince >= 44 * DAY_MS, 'suspended too early');
            if (state === 'past_due') overdueSince = now;
            facts = { ...facts, state, since: now };
          }
          check(nextState(facts, now) === facts.state, `two steps from ${facts.state}`);
        }
        return violations.length === 0;
      }),
      { numRuns: 10_000 },
    );
    expect(violations).toEqual([]);
  });
});

describe('the cap', () => {
  const spend = (terms: Partial<PlanTerms>, downloadBytes: number, byteHours = 0) =>
    spendingOf({ ...TERMS, ...terms }, { byteHours, downloadBytes }, '2027-03');

  it('is reached by what a month costs', () => {
    expect(spend({ cap: 100 }, 9.9 * GB)).toEqual({ used: 98, cap: 100, isCapped: false });
    expect(spend({ cap: 100 }, 10 * GB)).toEqual({ used: 100, cap: 100, isCapped: true });
  });

  it('of a trial is what is free', () => {
    expect(spend({ state: 'trialing' }, 5 * GB)).toEqual({ used: 0, cap: 0, isCapped: false });
    expect(spend({ state: 'trialing' }, 5.1 * GB)).toEqual({ used: 2, cap: 0, isCapped: true });
  });

  it('counts nothing for what was stored before prices began, for a year', () => {
    const terms = { ...TERMS, freeStored: 100 * GB, freeUntil: '2028-04' };
    expect(planPrices(terms, '2028-03').free.stored).toBe(100 * GB);
    expect(planPrices(terms, '2028-04').free.stored).toBe(5 * GB);
    expect(planPrices({ ...terms, freeStored: GB }, '2028-03').free.stored).toBe(5 * GB);
  });
});

it('prices accepted after a month do not count for it', ({ onTestFinished }) => {
  const versions = PRICES as unknown as Prices[];
  versions.push({ ...PRICES[0], version: 2, from: '2028-04' });
  onTestFinished(() => void versions.pop());
  const versionOf = (prices: number | null, month: string, told: number | null = 0) =>
    planPrices({ ...TERMS, prices, noticed: told === null ? {} : { 2: told } }, month).version;
  expect([versionOf(2, '2028-03'), versionOf(2, '2028-04')]).toEqual([1, 2]);
  // Told 60 days before the month, one day too late, and never.
  const [intime, late] = [Date.UTC(2028, 3, 1) - NOTICE_MS, Date.UTC(2028, 3, 1) - NOTICE_MS + 1];
  expect([versionOf(2, '2028-04', intime), versionOf(2, '2028-04', late)]).toEqual([2, 1]);
  expect([versionOf(2, '2028-05', late), versionOf(2, '2028-05', null)]).toEqual([2, 1]);
  expect([versionOf(2, '2028-03', 1), pricesBegin(2, late)]).toEqual([1, '2028-05']);
  expect([versionOf(1, '2028-04'), versionOf(null, '2028-04')]).toEqual([1, 1]);
});

describe('the cost of a month', () => {
  const MONTH = '2027-03';
  const usage = { byteHours: 0, downloadBytes: 30 * GB };
  const forecast = { stored: { low: 0, high: 0 }, downloaded: { low: 45 * GB, high: 95 * GB }, fullDays: 3 };
  const terms = { prices: 1, free: PRICES[0].free, cap: 1_000, charged: null };
  const cost = (values: Partial<typeof terms>, days = 3) =>
    monthCost(MONTH, usage, { ...forecast, fullDays: days }, { ...terms, ...values });

  it('ends at the cap, and so does what is expected', () => {
    expect(cost({})).toMatchObject({ amount: 500, expected: { low: 800, high: 1_000 } });
    expect(cost({ cap: 400 })).toMatchObject({ amount: 400, expected: { low: 400, high: 400 } });
    expect(monthCost(MONTH, usage, forecast, null)).toMatchObject({ amount: 500, expected: { high: 1_800 } });
  });

  it('of a trial is nothing', () => {
    expect(cost({ cap: 0 })).toMatchObject({ amount: 0, expected: { low: 0, high: 0 } });
  });

  it('leaves out what is free for the studio', () => {
    expect(cost({ free: { stored: 5 * GB, downloaded: 20 * GB } }).amount).toBe(200);
  });

  it('expects nothing before three full days, nor of a past month', () => {
    expect(cost({}, 2).expected).toBeNull();
    expect(monthCost(MONTH, usage, null, terms).expected).toBeNull();
  });

  it('that is closed is what was charged', () => {
    expect(monthCost(MONTH, usage, null, { ...terms, charged: 321 })).toMatchObject({ amount: 321, isWaived: false });
    expect(monthCost(MONTH, usage, null, { ...terms, charged: 0 })).toMatchObject({ amount: 0, isWaived: true });
  });
});

describe('notices about the cap', () => {
  const spending = (used: number, most = 1000) => ({ used, cap: most, isCapped: used > 0 && used >= most });

  it('are mailed once each, the largest share only', () => {
    const told: string[] = [];
    const mails = [100, 500, 501, 850, 700, 1000, 1200].map((used) => {
      const { due, mailed } = dueNotices(spending(used), null, told);
      told.push(...due);
      return mailed;
    });
    expect(mails).toEqual([[], ['cap_half'], [], ['cap_near'], [], ['cap_reached'], []]);
    expect(dueNotices(spending(1000), 2000, [])).toEqual({
      due: ['cap_half', 'cap_near', 'cap_reached', 'cap_expected'],
      mailed: ['cap_reached'],
    });
  });

  it('tell the forecast as long as less is used', () => {
    expect(dueNotices(spending(100), 1001, []).mailed).toEqual(['cap_expected']);
    expect(dueNotices(spending(100), 1000, []).mailed).toEqual([]);
    expect(dueNotices(spending(600), 1001, ['cap_half']).mailed).toEqual(['cap_expected']);
  });

  it('tell a trial only that it is used up', () => {
    expect(dueNotices(spending(0, 0), 50, []).due).toEqual([]);
    expect(dueNotices(spending(2, 0), 50, []).due).toEqual(['cap_reached']);
  });
});
