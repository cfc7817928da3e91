import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import {
  dueNotices,
  dueReminder,
  monthCost,
  nextState,
  nextStateAt,
  OVERDUE_MS,
  type PlanFacts,
  NOTICE_MS,
  offeredPrices,
  planPrices,
  pricesBegin,
  pricesEnd,
  pricesToAccept,
  type PlanTerms,
  readOnlyNotice,
  spendingOf,
} from './plan.ts';
import type { PlanState } from './plan-state.ts';
import { PRICES, type Prices } from './prices.ts';

const GB = 1e9;
/** The only steps between states. */
const STEPS: Readonly<Record<PlanState, readonly PlanState[]>> = {
  trialing: ['active'],
  active: ['past_due', 'read_only'],
  past_due: ['active', 'read_only'],
  read_only: ['active', 'past_due', 'suspended'],
  suspended: ['active', 'read_only'],
};

const TERMS: PlanTerms = {
  state: 'active',
  cap: 5_000,
  prices: 1,
  accepted: { 1: '2027-01' },
  freeStored: null,
  freeUntil: null,
  noticed: {},
};
const begin: PlanFacts = { state: 'trialing', since: 0, isReady: false, overdueSince: null, pricesEndAt: null };

/** Adds a version of the prices that begins with a month. */
function addVersion(onTestFinished: (work: () => void) => void, from = '2028-04'): void {
  const versions = PRICES as unknown as Prices[];
  versions.push({ ...PRICES[0], version: versions.length + 1, from });
  onTestFinished(() => void versions.pop());
}

describe('the state of a plan', () => {
  it('becomes read-only 14 days after a failed payment, and suspended 30 days later', () => {
    let facts: PlanFacts = { ...begin, state: 'active', overdueSince: 0 };
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
    expect(nextState({ ...facts, overdueSince: null }, 200 * DAY_MS)).toBe('active');
    const owing = { state: 'past_due', since: 0, overdueSince: 0 } as const;
    expect([nextStateAt(owing), nextStateAt(facts)]).toEqual([14 * DAY_MS, null]);
  });

  it('becomes read-only when prices begin that were not accepted, and never suspended without a debt', () => {
    let facts: PlanFacts = { ...begin, state: 'active', pricesEndAt: 60 * DAY_MS };
    const changes: [number, string][] = [];
    const live = (days: number, more: Partial<PlanFacts> = {}) => {
      facts = { ...facts, ...more };
      const state = nextState(facts, days * DAY_MS);
      if (state !== facts.state) changes.push([days, state]);
      facts = { ...facts, state, ...(state !== facts.state && { since: days * DAY_MS }) };
    };
    for (let day = 0; day <= 1000; day++) live(day);
    // A studio that is already read-only because of prices has the same 44 days to pay a debt.
    for (let day = 1001; day <= 1100; day++) live(day, { overdueSince: 1001 * DAY_MS });
    live(1101, { overdueSince: null });
    live(1102, { pricesEndAt: null });
    expect(changes).toEqual([
      [60, 'read_only'],
      [1045, 'suspended'],
      [1101, 'read_only'],
      [1102, 'active'],
    ]);
    expect(nextState({ ...begin, isReady: true, pricesEndAt: 1 }, 1)).toBe('trialing');
  });

  it('becomes read-only when prices begin, also past due, and keeps its 14 days once they are accepted', () => {
    const owing = { ...begin, state: 'past_due', overdueSince: 0, pricesEndAt: 5 * DAY_MS } as const;
    expect([4, 5].map((day) => nextState(owing, day * DAY_MS))).toEqual(['past_due', 'read_only']);
    const accepted = { ...owing, state: 'read_only', since: 5 * DAY_MS, pricesEndAt: null } as const;
    expect([13, 14].map((day) => nextState(accepted, day * DAY_MS))).toEqual(['past_due', 'read_only']);
  });

  it('skips none in any history, lasts its whole time, and is the same when asked again', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 90 * DAY_MS })),
      isReady: fc.boolean(),
      isOverdue: fc.boolean(),
      // Days from the step on; negative for prices that have begun.
      pricesIn: fc.option(fc.integer({ min: -90, max: 90 }), { nil: null }),
    });
    const violations: string[] = [];
    const check = (isTrue: boolean, what: string) => isTrue || violations.push(what);
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let [facts, now] = [begin, 0];
        let overdueSince: number | null = null;
        for (const { wait, isReady, isOverdue, pricesIn } of steps) {
          now += wait;
          if (isOverdue) overdueSince ??= now;
          else overdueSince = null;
          facts = { ...facts, isReady, overdueSince, pricesEndAt: pricesIn === null ? null : now + pricesIn * DAY_MS };
          const state = nextState(facts, now);
          if (state !== facts.state) {
            check(STEPS[facts.state].includes(state), `${facts.state} to ${state}`);
            const isEnded = facts.pricesEndAt !== null && facts.pricesEndAt <= now;
            const isLate = overdueSince !== null && now - facts.since >= OVERDUE_MS.past_due;
            check(state !== 'read_only' || isEnded || (overdueSince !== null && isLate), 'read-only too early');
            check((state !== 'active' && state !== 'past_due') || !isEnded, `${state} without an answer`);
            const isOwing = overdueSince !== null && now - overdueSince >= 44 * DAY_MS;
            check(state !== 'suspended' || isOwing, 'suspended too early');
            facts = { ...facts, state, since: now };
          }
          check(nextState(facts, now) === facts.state, `two steps from ${facts.state}`);
          const isAsked = facts.pricesEndAt !== null && facts.pricesEndAt <= now;
          const waited = readOnlyNotice(facts, now);
          check(!waited === (facts.state !== 'read_only'), `${waited} while ${facts.state}`);
          check(!waited || (waited === 'prices_ended') === (overdueSince === null), `${waited} with a wrong bill`);
          check(!waited || (waited !== 'plan_read_only') === isAsked, `${waited} with a wrong answer`);
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
  addVersion(onTestFinished);
  const versionOf = (acceptedIn: string | null, month: string, told: number | null = 0) =>
    planPrices(
      {
        ...TERMS,
        accepted: { 1: '2027-01', ...(acceptedIn !== null && { 2: acceptedIn }) },
        noticed: told === null ? {} : { 2: told },
      },
      month,
    ).version;
  expect([versionOf('2028-01', '2028-03'), versionOf('2028-01', '2028-04')]).toEqual([1, 2]);
  // Told 60 days before the month, one day too late, and never.
  const [intime, late] = [Date.UTC(2028, 3, 1) - NOTICE_MS, Date.UTC(2028, 3, 1) - NOTICE_MS + 1];
  expect([versionOf('2028-01', '2028-04', intime), versionOf('2028-01', '2028-04', late)]).toEqual([2, 1]);
  expect([versionOf('2028-01', '2028-05', late), versionOf('2028-01', '2028-05', null)]).toEqual([2, 1]);
  expect([versionOf('2028-01', '2028-03', 1), pricesBegin(2, late)]).toEqual([1, '2028-05']);
  // Accepted while its month goes on, and before the month before is closed.
  expect([versionOf('2028-05', '2028-05', late), versionOf('2028-06', '2028-05', late)]).toEqual([2, 1]);
  expect(versionOf(null, '2028-04')).toBe(1);
});

it('prices that a studio skipped do not count, and accepting the latest answers all', ({ onTestFinished }) => {
  for (const from of ['2028-04', '2028-06']) addVersion(onTestFinished, from);
  const told = { ...TERMS, noticed: { 2: 1, 3: 1 } };
  expect([pricesEnd(told), offeredPrices(told, '2028-03')]).toEqual([Date.UTC(2028, 3, 1), 3]);
  expect(pricesToAccept(told)).toEqual({ version: 2, from: '2028-04' });
  const answered = { ...told, prices: 3, accepted: { ...TERMS.accepted, 3: '2028-03' } };
  expect(pricesEnd(answered)).toBeNull();
  expect(['2028-05', '2028-06'].map((month) => planPrices(answered, month).version)).toEqual([1, 3]);
  // A version that was withdrawn from the file, and a studio that tries the product.
  expect([pricesEnd({ prices: 3, noticed: { 4: 1 } }), pricesEnd({ prices: null, noticed: told.noticed })]).toEqual([
    null,
    null,
  ]);
});

it('other prices are told again in the month before they begin, and a week before', () => {
  const pricesEndAt = Date.UTC(2028, 3, 1);
  const remind = (days: number, told: string[] = [], state: PlanState = 'active') =>
    dueReminder({ state, pricesEndAt }, told, pricesEndAt - days * DAY_MS);
  expect([32, 31, 8, 7, 0, -1].map((days) => remind(days))).toEqual([
    null,
    'prices_month',
    'prices_month',
    'prices_week',
    null,
    null,
  ]);
  expect([remind(20, ['prices_month']), remind(2, ['prices_month']), remind(1, ['prices_week'])]).toEqual([
    null,
    'prices_week',
    null,
  ]);
  expect([remind(1, [], 'trialing'), remind(1, [], 'past_due'), remind(1, [], 'suspended')]).toEqual([
    null,
    'prices_week',
    null,
  ]);
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
