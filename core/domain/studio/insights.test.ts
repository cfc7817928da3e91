import { expect, it } from 'vitest';
import { insightRange, monthsAgo, rangeInstants } from './insights.ts';

it('lists 30 days that end today, also over a change of clocks', () => {
  const range = insightRange('30d', '2026-11-12');
  expect(range.keys).toHaveLength(30);
  expect([range.keys[0], range.keys.at(-1), range.from, range.to, range.unit]).toEqual([
    '2026-10-14',
    '2026-11-12',
    '2026-10-14',
    '2026-11-13',
    'day',
  ]);
  const { start, end } = rangeInstants(range, 'Europe/Madrid');
  expect((end - start) / 3_600_000).toBe(30 * 24 + 1);
});

it('lists twelve months that end with this one, or those of a year', () => {
  const months = insightRange('12m', '2026-03-31');
  expect([months.keys[0], months.keys.at(-1), months.to, months.keys.length]).toEqual([
    '2025-04',
    '2026-03',
    '2026-04-01',
    12,
  ]);
  expect(insightRange('2025', '2026-03-31')).toMatchObject({ from: '2025-01-01', to: '2026-01-01', unit: 'month' });
});

it('goes back whole months, to the last day of a shorter one', () => {
  expect(monthsAgo('2026-08-31', '6')).toBe('2026-02-28');
});
