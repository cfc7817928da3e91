import { z } from 'zod';
import { email } from './customers.ts';
import { rowId } from './ids.ts';
import { instant, language, text } from './primitives.ts';

/** How long a slot is kept for a visitor who fills in the form (issue: public booking), in milliseconds. */
export const HOLD_MS = 15 * 60 * 1000;

/** Free slots that are offered in place of one that was taken. */
export const NEXT_SLOTS = 6;

/** 256 random bits, base64url. */
export const bookingToken = z.string().regex(/^[\w-]{43}$/);

/** What a visitor says of themselves. */
export const bookingForm = z.strictObject({
  name: text.trim().min(1).max(120),
  email,
  phone: text.trim().max(40),
  message: text.trim().max(4000),
  language,
});
export type BookingForm = z.infer<typeof bookingForm>;

export const slotInput = z.strictObject({ sessionTypeId: rowId, start: instant });

/** What a studio says about being booked by its clients: the account's setting `booking`. */
export const bookingRules = z.strictObject({
  /** Whether clients can book at all; what the studio books itself is not asked. */
  isOpen: z.boolean(),
  /** How long ahead a client must book. */
  minNoticeMinutes: z.number().int().min(0).max(129_600),
  /** How many days ahead can be booked; 0 is today only. */
  horizonDays: z.number().int().min(0).max(730),
  /** Until how long before it a client may move or cancel a session by link. */
  cutoffHours: z.number().int().min(0).max(720),
  /** How long before a session its reminder is sent; 0 is never. */
  reminderHours: z.number().int().min(0).max(168),
  /** A few words to clients above the free slots. */
  pageText: text.trim().max(2000),
});
export type BookingRules = z.infer<typeof bookingRules>;

export const bookingRulesChanges = bookingRules.partial();

export const DEFAULT_BOOKING_RULES: BookingRules = {
  isOpen: false,
  minNoticeMinutes: 24 * 60,
  horizonDays: 90,
  cutoffHours: 24,
  reminderHours: 24,
  pageText: '',
};

const { shape } = bookingRules;
/** Field by field, so that one that cannot be read does not take the others along. */
const storedBookingRules = z
  .object({
    isOpen: shape.isOpen.catch(DEFAULT_BOOKING_RULES.isOpen),
    minNoticeMinutes: shape.minNoticeMinutes.catch(DEFAULT_BOOKING_RULES.minNoticeMinutes),
    horizonDays: shape.horizonDays.catch(DEFAULT_BOOKING_RULES.horizonDays),
    cutoffHours: shape.cutoffHours.catch(DEFAULT_BOOKING_RULES.cutoffHours),
    reminderHours: shape.reminderHours.catch(DEFAULT_BOOKING_RULES.reminderHours),
    pageText: shape.pageText.catch(DEFAULT_BOOKING_RULES.pageText),
  })
  .catch(DEFAULT_BOOKING_RULES);

/** The setting as it is stored, whatever is stored; what it does not say is as in a new studio. */
export function readBookingRules(json: unknown): BookingRules {
  return storedBookingRules.parse(json);
}
