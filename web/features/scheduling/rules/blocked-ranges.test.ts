import { expect, it } from 'vitest';
import { blockedRanges, rangeDays } from './blocked-days.tsx';

const days = ['2026-11-20', '2026-12-30', '2026-12-31', '2027-01-01', '2027-03-05'];

it('joins adjacent days to ranges across the turn of the year', () => {
  expect(blockedRanges(days, '2026-11-21')).toEqual([
    { from: '2026-12-30', to: '2027-01-01' },
    { from: '2027-03-05', to: '2027-03-05' },
  ]);
  expect(blockedRanges(days, '2026-12-31')[0]).toEqual({ from: '2026-12-31', to: '2027-01-01' });
});

it('includes both ends of a range and returns none if it ends before it starts', () => {
  expect(rangeDays({ from: '2026-12-30', to: '2027-01-01' })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
  expect(rangeDays({ from: '2027-01-01', to: '2026-12-30' })).toEqual([]);
});
