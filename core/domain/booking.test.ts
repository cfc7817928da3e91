import { describe, expect, it } from 'vitest';
import { bookingRules, DEFAULT_BOOKING_RULES, readBookingRules } from './booking.ts';

describe('booking rules', () => {
  it('are closed in a new studio, and within their own bounds', () => {
    expect(bookingRules.parse(DEFAULT_BOOKING_RULES)).toEqual(DEFAULT_BOOKING_RULES);
    expect(DEFAULT_BOOKING_RULES.isOpen).toBe(false);
  });

  it.each([undefined, null, [], 'open', 1])('are the defaults when %j is stored', (json) => {
    expect(readBookingRules(json)).toEqual(DEFAULT_BOOKING_RULES);
  });

  it('are read field by field', () => {
    const json = { isOpen: true, horizonDays: 30, minNoticeMinutes: -1, cutoffHours: '24', gone: 1 };
    expect(readBookingRules(json)).toEqual({ ...DEFAULT_BOOKING_RULES, isOpen: true, horizonDays: 30 });
  });

  it('are written only as a whole and by name', () => {
    expect(bookingRules.safeParse({ isOpen: true }).success).toBe(false);
    expect(bookingRules.safeParse({ ...DEFAULT_BOOKING_RULES, gone: 1 }).success).toBe(false);
    expect(bookingRules.safeParse({ ...DEFAULT_BOOKING_RULES, horizonDays: 731 }).success).toBe(false);
  });
});
