import { describe, expect, it } from 'vitest';
import { bookingRules, DEFAULT_BOOKING_RULES, readBookingRules } from './booking.ts';

describe('booking rules', () => {
  it('are closed by default and within their own limits', () => {
    expect(bookingRules.parse(DEFAULT_BOOKING_RULES)).toEqual(DEFAULT_BOOKING_RULES);
    expect(DEFAULT_BOOKING_RULES.isOpen).toBe(false);
  });

  it.each([undefined, null, [], 'open', 1])('fall back to the defaults when %j is stored', (json) => {
    expect(readBookingRules(json)).toEqual(DEFAULT_BOOKING_RULES);
  });

  it('are parsed field by field', () => {
    const json = { isOpen: true, horizonDays: 30, minNoticeMinutes: -1, cutoffHours: '24', gone: 1 };
    expect(readBookingRules(json)).toEqual({ ...DEFAULT_BOOKING_RULES, isOpen: true, horizonDays: 30 });
  });

  it('are written as a whole and refuse unknown fields', () => {
    expect(bookingRules.safeParse({ isOpen: true }).success).toBe(false);
    expect(bookingRules.safeParse({ ...DEFAULT_BOOKING_RULES, gone: 1 }).success).toBe(false);
    expect(bookingRules.safeParse({ ...DEFAULT_BOOKING_RULES, horizonDays: 731 }).success).toBe(false);
  });
});
