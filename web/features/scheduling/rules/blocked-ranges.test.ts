import { expect, it } from 'vitest';
import { blockedRanges, rangeDays } from './blocked-ranges.ts';

const days = ['2026-11-20', '2026-12-30', '2026-12-31', '2027-01-01', '2027-03-05'];

it('days that follow each other are one stretch, over the end of a year too', () => {
  expect(blockedRanges(days, '2026-11-21')).toEqual([
    { from: '2026-12-30', to: '2027-01-01' },
    { from: '2027-03-05', to: '2027-03-05' },
  ]);
  expect(blockedRanges(days, '2026-12-31')[0]).toEqual({ from: '2026-12-31', to: '2027-01-01' });
});

it('a stretch has its first and last day, and none when it ends before it begins', () => {
  expect(rangeDays({ from: '2026-12-30', to: '2027-01-01' })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
  expect(rangeDays({ from: '2027-01-01', to: '2026-12-30' })).toEqual([]);
});
