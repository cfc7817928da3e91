import { expect, it } from 'vitest';
import { bookingRules } from '#core/domain/sessions/booking.ts';
import { CUTOFF_HOURS, HORIZON_DAYS, NOTICE_MINUTES, REMINDER_HOURS, ruleOptions } from './rules-form.tsx';

it('includes the stored value once, in order', () => {
  expect(ruleOptions([0, 24], 5, String).map(({ value }) => value)).toEqual(['0', '5', '24']);
  expect(ruleOptions([0, 24], 24, (value) => `${value} h`)).toEqual([
    { value: '0', label: '0 h' },
    { value: '24', label: '24 h' },
  ]);
});

it('offers valid values only', () => {
  const { minNoticeMinutes, horizonDays, cutoffHours, reminderHours } = bookingRules.shape;
  for (const value of NOTICE_MINUTES) expect(minNoticeMinutes.safeParse(value).success).toBe(true);
  for (const value of HORIZON_DAYS) expect(horizonDays.safeParse(value).success).toBe(true);
  for (const value of CUTOFF_HOURS) expect(cutoffHours.safeParse(value).success).toBe(true);
  for (const value of REMINDER_HOURS) expect(reminderHours.safeParse(value).success).toBe(true);
});
