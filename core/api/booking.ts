import { z } from 'zod';
import { currencyCode } from '../domain/accounts.ts';
import { bookingForm, bookingToken, slotInput } from '../domain/booking.ts';
import { rowId } from '../domain/ids.ts';
import { instant, text } from '../domain/primitives.ts';
import { sessionStatus } from '../domain/sessions.ts';
import { endpoint } from './endpoint.ts';
import { publicStudio } from './public.ts';

const params = z.strictObject({ accountSlug: z.string().max(100) });
const linkParams = z.strictObject({ accountSlug: z.string().max(100), token: z.string().max(100) });

/** A kind of session that clients can book. Amounts in minor units; null where the studio names no price. */
export const bookableType = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  /** Minutes. */
  duration: z.number(),
  price: z.number().nullable(),
  deposit: z.number().nullable(),
  requiresApproval: z.boolean(),
});
export type BookableType = z.infer<typeof bookableType>;

export const publicSlot = z.object({
  /** Epoch milliseconds. */
  start: z.number(),
  end: z.number(),
  seatsLeft: z.number(),
  /** Where, in words; empty where the studio says it later. */
  place: z.string(),
});
export type PublicSlot = z.infer<typeof publicSlot>;

/** As many of the free slots of a span as are told at once, in order of time: whole days of them. */
const publicSlots = z.object({
  slots: z.array(publicSlot),
  /** Every one that begins before this is among them: where it is before `to`, the others are asked for from it on. */
  until: z.number(),
});
export type PublicSlots = z.infer<typeof publicSlots>;

/** A booking as its client sees it. */
export const managedBooking = z.object({
  type: z.string(),
  start: z.number(),
  end: z.number(),
  place: z.string(),
  status: sessionStatus,
  clientName: z.string(),
  /** Null where the kind of session cannot be booked any more: then it can only be cancelled. */
  sessionTypeId: rowId.nullable(),
  /** Until when it can be moved and cancelled here, epoch milliseconds. */
  changeUntil: z.number(),
  /** Whether it can be cancelled now; it can be moved, too, where it has a `sessionTypeId`. */
  canChange: z.boolean(),
});
export type ManagedBooking = z.infer<typeof managedBooking>;

const span = z.strictObject({ from: z.coerce.number().pipe(instant), to: z.coerce.number().pipe(instant) });

/**
 * Failures of those that take a slot: `slot_taken` with `slots` (the next free ones, as `publicSlot`) in its params.
 * A studio that takes no bookings answers all but the calls by link with `booking_closed`.
 */
export const booking = {
  /** What can be booked. `booking_closed` where the studio takes none, with `studio` in its params. */
  types: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/booking',
    access: 'anyone',
    params,
    response: z.object({
      studio: publicStudio,
      currency: currencyCode,
      pageText: z.string(),
      /** Days ahead that can be booked. */
      horizonDays: z.number(),
      types: z.array(bookableType),
    }),
  }),
  /** Free slots that begin in a span of 62 days at most. Never cached. */
  slots: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/booking/slots',
    access: 'anyone',
    params,
    query: span.extend({ type: rowId }),
    response: publicSlots,
  }),
  /** Keeps a slot for `HOLD_MS`; one that this visitor holds already (`instead`) is given back at the same time. */
  hold: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/booking/holds',
    access: 'anyone',
    channel: 'public',
    params,
    body: slotInput.extend({ instead: bookingToken.optional() }),
    response: z.object({ token: bookingToken, expiresAt: z.number(), slot: publicSlot }),
    status: 201,
  }),
  /** Gives a slot back. What is not there any more is given back already. */
  release: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/booking/releases',
    access: 'anyone',
    channel: 'public',
    params,
    body: z.strictObject({ token: bookingToken }),
    response: z.object({}),
  }),
  /**
   * Books what is held. Sending the same again, after a lost answer, answers the same booking. `hold_expired` when the
   * time was over and somebody else has the slot, with `slots` as in `slot_taken`; one that is still free is booked all
   * the same. A hold that was given back, or never was, is `hold_expired` too.
   */
  book: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/booking',
    access: 'anyone',
    channel: 'public',
    params,
    body: z.strictObject({ hold: bookingToken, slot: slotInput, client: bookingForm }),
    /** `link` is the token of the booking's own page, `/p/{slug}/booking/{link}`. */
    response: z.object({ booking: managedBooking, link: bookingToken }),
    status: 201,
  }),
  /** A booking by the link of its mails. Unknown, ended and foreign links answer alike: `booking_link_invalid`. */
  managed: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token',
    access: 'anyone',
    params: linkParams,
    response: z.object({ studio: publicStudio, booking: managedBooking }),
  }),
  /** The appointment, for the client's calendar: the one that mails bring along. A plain link, so no channel. */
  appointment: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/session.ics',
    access: 'anyone',
    params: linkParams,
  }),
  /** Free slots that it can be moved to, as in `slots`: its own time does not stand in its way. */
  rescheduleSlots: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/slots',
    access: 'anyone',
    params: linkParams,
    query: span,
    response: publicSlots,
  }),
  /** Failures: `cutoff_passed`, `slot_taken`, `transition_refused`, and `booking_closed` without a `sessionTypeId`. */
  reschedule: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/reschedule',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ start: instant }),
    response: z.object({ booking: managedBooking }),
  }),
  /** What was only asked for becomes `declined`. Failures: `cutoff_passed`, `transition_refused`. */
  cancel: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/cancel',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ reason: text.trim().max(1000).optional() }).optional(),
    response: z.object({ booking: managedBooking }),
  }),
};
