import { isPhone } from '../values/format.ts';
import { z } from 'zod';
import { customerName } from '../clients/customers.ts';
import { email } from '../values/email.ts';
import { MINUTE_MS } from '../values/durations.ts';
import { rowId } from '../values/ids.ts';
import { instant, language, text } from '../values/primitives.ts';

/** Duration of a hold while a visitor fills in the form, in milliseconds (issue: public booking). */
export const HOLD_MS = 15 * MINUTE_MS;

/** Number of free slots offered when a slot was taken. */
export const NEXT_SLOTS = 6;

/** 256 random bits, base64url. */
export const bookingToken = z.string().regex(/^[\w-]{43}$/);

/** A visitor's contact details. */
export const bookingForm = z
  .strictObject({
    name: customerName,
    email,
    phone: text.trim().max(40).refine(isPhone),
    /** Postal address, asked for where the type's contract names it. */
    address: text.trim().max(1000).optional(),
    message: text.trim().max(4000),
    language,
    /** A second person, asked for where the type says so. */
    secondName: z.union([z.literal(''), customerName]).optional(),
    secondEmail: z.union([z.literal(''), email]).optional(),
  })
  .refine(({ secondName, secondEmail }) => !secondEmail || Boolean(secondName), { path: ['secondName'] })
  .refine((form) => !form.secondEmail || form.secondEmail !== form.email, { path: ['secondEmail'] });
export type BookingForm = z.infer<typeof bookingForm>;

export const slotInput = z.strictObject({ sessionTypeId: rowId, start: instant });

/** A studio's rules for bookings by clients: the account's setting `booking`. */
export const bookingRules = z.strictObject({
  /** Whether clients can book. Sessions created by the studio ignore it. */
  isOpen: z.boolean(),
  /** Minimum minutes between booking and session. */
  minNoticeMinutes: z.number().int().min(0).max(129_600),
  /** Number of days ahead that can be booked; 0 is today only. */
  horizonDays: z.number().int().min(0).max(730),
  /** Hours before the session until which a client may reschedule or cancel by link. */
  cutoffHours: z.number().int().min(0).max(720),
  /** Hours between reminder and session; 0 disables reminders. */
  reminderHours: z.number().int().min(0).max(168),
  /** Clients who booked online can withdraw from a session on a date, too. */
  withdrawable: z.boolean(),
  /** Introduction on the booking page, above the free slots. */
  pageText: text.trim().max(2000),
});
export type BookingRules = z.infer<typeof bookingRules>;

export const DEFAULT_BOOKING_RULES: BookingRules = {
  isOpen: false,
  minNoticeMinutes: 24 * 60,
  horizonDays: 90,
  cutoffHours: 24,
  reminderHours: 24,
  withdrawable: true,
  pageText: '',
};

const { shape } = bookingRules;
/** Parsed field by field, so that one invalid field does not reset the others. */
const storedBookingRules = z
  .object({
    isOpen: shape.isOpen.catch(DEFAULT_BOOKING_RULES.isOpen),
    minNoticeMinutes: shape.minNoticeMinutes.catch(DEFAULT_BOOKING_RULES.minNoticeMinutes),
    horizonDays: shape.horizonDays.catch(DEFAULT_BOOKING_RULES.horizonDays),
    cutoffHours: shape.cutoffHours.catch(DEFAULT_BOOKING_RULES.cutoffHours),
    reminderHours: shape.reminderHours.catch(DEFAULT_BOOKING_RULES.reminderHours),
    withdrawable: shape.withdrawable.catch(DEFAULT_BOOKING_RULES.withdrawable),
    pageText: shape.pageText.catch(DEFAULT_BOOKING_RULES.pageText),
  })
  .catch(DEFAULT_BOOKING_RULES);

/** Returns the stored rules; missing or invalid fields get their defaults. */
export function readBookingRules(json: unknown): BookingRules {
  return storedBookingRules.parse(json);
}
