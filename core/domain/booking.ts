import { z } from 'zod';
import { email } from './customers.ts';
import { rowId } from './ids.ts';
import { instant } from './instant.ts';
import { language } from './language-schema.ts';
import { text } from './text.ts';

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
