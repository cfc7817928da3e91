import { expect, it } from 'vitest';
import { assertWithin, PLAN_LIMITS, planLimits } from './plan-limits.ts';

it('a trial has smaller limits than a studio that pays, and exceptions precede both', () => {
  const trial = planLimits('trialing', null)!;
  const paying = planLimits('active', null)!;
  for (const limit of [...PLAN_LIMITS, 'studios'] as const) {
    expect(trial[limit]).toBeLessThan(paying[limit]);
  }
  expect(planLimits('past_due', null)).toEqual(paying);
  expect(planLimits('trialing', { galleries: 7 })).toEqual({ ...trial, galleries: 7 });
  expect(planLimits(null, { galleries: 7 })).toBeNull();
});

it('a refusal names the limit, its use and its end', () => {
  const limits = planLimits('trialing', null);
  expect(() => assertWithin(limits, 'galleries', { used: 49, asked: 1 })).not.toThrow();
  expect(() => assertWithin(limits, 'galleries', { used: 50, asked: 1, until: 9 })).toThrow(
    expect.objectContaining({
      code: 'limit_reached',
      params: { limit: 'galleries', maximum: 50, used: 50, until: 9 },
    }),
  );
  expect(() => assertWithin(null, 'galleries', { used: 1e9 })).not.toThrow();
});
