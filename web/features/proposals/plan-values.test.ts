import { describe, expect, it } from 'vitest';
import { addPlanPart, presetPlan, readPlan, toPlanValues } from './plan-values.ts';

const ZONE = 'Europe/Madrid';

describe('presetPlan', () => {
  it.each([
    ['all', []],
    ['deposit', [30, 70]],
    [3, [34, 33, 33]],
    [6, [17, 17, 17, 17, 16, 16]],
  ] as const)('makes a plan of %s that can be saved', (preset, percents) => {
    const read = readPlan(presetPlan(preset, true), ZONE);
    expect('plan' in read && read.plan.map(({ percent }) => percent)).toEqual(percents);
  });

  it('asks for the rest before the session, or a month later without one', () => {
    const rest = (hasSession: boolean) => presetPlan('deposit', hasSession)[1];
    expect(rest(true)).toMatchObject({ due: 'session', days: '14' });
    expect(rest(false)).toMatchObject({ due: 'accepted', days: '30' });
  });

  it('spreads parts over months', () => {
    expect(presetPlan(3, false).map(({ days }) => days)).toEqual(['0', '30', '60']);
  });
});

describe('readPlan', () => {
  const part = presetPlan('deposit', true)[0]!;

  it('reads what toPlanValues shows', () => {
    const plan = [
      { amount: 50_000, percent: null, due: { kind: 'accepted', days: 0 } as const },
      { amount: null, percent: 40, due: { kind: 'session', days: 30 } as const },
      { amount: null, percent: 60, due: { kind: 'date', at: Date.UTC(2027, 4, 31, 21, 59, 59, 999) } as const },
    ];
    expect(readPlan(toPlanValues(plan, ZONE), ZONE)).toEqual({ plan });
  });

  it.each([
    ['sum', { percent: '99' }],
    ['percent', { percent: '0' }],
    ['percent', { percent: '' }],
    ['amount', { unit: 'amount', amount: 'twelve' }],
    ['due', { days: 'soon', percent: '100' }],
    ['due', { due: 'date', day: '', percent: '100' }],
  ] as const)('names the fault %s', (fault, values) => {
    expect(readPlan([{ ...part, ...values }], ZONE)).toEqual({ fault });
  });
});

describe('addPlanPart', () => {
  it('takes what the percentages leave', () => {
    const [first] = presetPlan('deposit', true);
    expect(addPlanPart([first!]).map(({ percent }) => percent)).toEqual(['30', '70']);
    expect(addPlanPart([]).map(({ percent }) => percent)).toEqual(['100']);
  });
});
