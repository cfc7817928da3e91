import { z } from 'zod';
import { currencyCode } from '../domain/studio/accounts.ts';
import { bookingForm, bookingToken, slotInput } from '../domain/sessions/booking.ts';
import { cancellationRule } from '../domain/payments/cancellation.ts';
import { CHECKOUT_STATES } from '../domain/payments/card-payments.ts';
import { accountId, rowId } from '../domain/values/ids.ts';
import { instant, money, text, translations } from '../domain/values/primitives.ts';
import { endpoint } from './endpoint.ts';
import { managedBooking } from './managed-booking.ts';
import { publicStudio } from './public.ts';

const params = z.strictObject({ accountSlug: z.string().max(100) });
const linkParams = z.strictObject({ accountSlug: z.string().max(100), token: z.string().max(100) });

/** A session type that clients can book. Amounts in minor units; null if the studio publishes no price. */
export const bookableType = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  translations: translations.nullish(),
  /** Path of its own picture, see `typePhoto`; absent without one. */
  picture: z.string().nullish(),
  /** Minutes. */
  duration: z.number(),
  price: z.number().nullable(),
  deposit: z.number().nullable(),
  requiresApproval: z.boolean(),
  /** True if the form asks for the client's address: the type's contract names it. */
  needsAddress: z.boolean(),
  /** True if the form asks for a second person: `secondName` and `secondEmail`. */
  asksSecondPerson: z.boolean(),
  /** Paid by card to book; null if the session is booked without. */
  payNow: z.number().nullable(),
  /** What the studio keeps if the client cancels; null: nothing is promised. */
  cancellation: cancellationRule.nullable(),
});
export type BookableType = z.infer<typeof bookableType>;

export const publicSlot = z.object({
  /** Epoch milliseconds. */
  start: z.number(),
  end: z.number(),
  seatsLeft: z.number(),
  /** Location as text; empty if the studio announces it later. */
  place: z.string(),
});
export type PublicSlot = z.infer<typeof publicSlot>;

/** The first slots of a requested range, in order of time. A day is either complete or absent. */
const publicSlots = z.object({
  slots: z.array(publicSlot),
  /**
   * The slots are complete up to this time (exclusive, epoch milliseconds). If it is before `to`, request the rest from
   * here.
   */
  until: z.number(),
});
export type PublicSlots = z.infer<typeof publicSlots>;

const span = z.strictObject({ from: z.coerce.number().pipe(instant), to: z.coerce.number().pipe(instant) });

/**
 * Public booking. Endpoints that take a slot fail with `slot_taken`, whose params carry `slots`: the next free ones, as
 * `publicSlot`; and `heldUntil`, epoch milliseconds, if another visitor is booking it. A studio that accepts no bookings answers all endpoints but those by link with `booking_closed`.
 */
export const booking = {
  /**
   * Session types that can be booked. Fails with `booking_closed` and `studio` in its params if the studio accepts no
   * bookings.
   */
  types: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/booking',
    access: 'anyone',
    params,
    response: z.object({
      studio: publicStudio,
      /** For the room of its slots (`core/domain/galleries/live.ts`). */
      accountId,
      currency: currencyCode,
      pageText: z.string(),
      /** Days ahead that can be booked. */
      horizonDays: z.number(),
      /** Bookings can be withdrawn from, though they are sessions on a date. */
      offersDated: z.boolean(),
      types: z.array(bookableType),
    }),
  }),
  /** Free slots that start within a range of at most 62 days. Never cached. */
  slots: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/booking/slots',
    access: 'anyone',
    params,
    query: span.extend({ type: rowId }),
    response: publicSlots,
  }),
  /** Holds a slot for `HOLD_MS` and releases this visitor's current hold (`instead`) in the same transaction. */
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
  /** Releases a hold. Succeeds if the hold no longer exists. */
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
   * Books the held slot. A repeated request, after a lost response, returns the same booking. Fails with `payment_required` if it is booked by
   * `checkout`, and with `hold_expired`
   * and `slots`, as in `slot_taken`, if the hold expired and the slot was taken; an expired hold of a free slot is
   * still booked. A released or unknown hold is also `hold_expired`.
   */
  book: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/booking',
    access: 'anyone',
    channel: 'public',
    params,
    body: z.strictObject({ hold: bookingToken, slot: slotInput, client: bookingForm }),
    /** `link` is the token of the manage-booking page, `/p/{slug}/booking/{link}`. */
    response: z.object({ booking: managedBooking, link: bookingToken }),
    status: 201,
  }),
  /**
   * Begins the payment by card that books the held slot: `url` is Stripe's page. The slot is held while it is open. A
   * repeated request returns the same page, or the booking's own page once it is paid. Fails as `book` does, and with
   * `payment_not_due` for a type that is booked without a payment, and `payment_unreachable`.
   */
  checkout: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/booking/checkouts',
    access: 'anyone',
    channel: 'public',
    params,
    body: z.strictObject({ hold: bookingToken, slot: slotInput, client: bookingForm }),
    /** `expiresAt`: until when the slot is held, epoch milliseconds. */
    response: z.object({ url: z.string(), expiresAt: z.number() }),
    status: 201,
  }),
  /** The state of the payment that books a slot, by the hold's token. Only Stripe's report makes it `paid`. */
  checkoutState: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/booking/checkouts/:token',
    access: 'anyone',
    params: linkParams,
    response: z.object({
      studio: publicStudio,
      state: z.enum(CHECKOUT_STATES),
      sessionTypeId: rowId.nullable(),
      start: z.number().nullable(),
    }),
  }),
  /**
   * Sends a message to the studio; a lead of its own, see core/domain/clients/leads.ts. The body is `contactForm`, as JSON or as
   * an HTML form without a script, hence no channel header. A form is answered with a page: 303 to `/p/{slug}/sent`, or
   * the form again with its errors. JSON is answered with 201 and `{}`. Failures: `contact_closed`, rate_limited.
   */
  contact: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/contact',
    access: 'anyone',
    params,
    body: 'raw',
    status: 201,
  }),
  /** A booking by the link in its mails. Unknown, expired and foreign links all fail with `booking_link_invalid`. */
  managed: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token',
    access: 'anyone',
    params: linkParams,
    response: z.object({ studio: publicStudio, booking: managedBooking }),
  }),
  /** The appointment as a calendar file, the same that the mails attach. A plain link, so no channel. */
  appointment: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/session.ics',
    access: 'anyone',
    params: linkParams,
  }),
  /**
   * The page on which the client withdraws from the contract, and its form: plain HTML, no script, hence no channel
   * header. A sent form is answered with the withdrawal as it was received, or with the page and an error.
   */
  withdrawal: endpoint({
    method: 'GET',
    path: '/api/p/:accountSlug/bookings/:token/withdrawal',
    access: 'anyone',
    params: linkParams,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/withdrawal',
    access: 'anyone',
    params: linkParams,
    body: 'raw',
  }),
  /** Free slots for rescheduling, as in `slots`. The booking's current time does not block them. */
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
  /**
   * Begins the payment by card of something that the booking's client owes: `url` is Stripe's page. A repeated request
   * returns the same page. Failures: `payment_not_due`, `payment_unreachable`.
   */
  pay: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/payments',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ item: z.string().max(20) }),
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  /**
   * Cancels the booking; an unanswered request becomes `declined`. With `returned`, what goes back as the client read it,
   * it fails with `cancellation_changed` if it is another amount by now. Failures: `cutoff_passed`, `transition_refused`.
   */
  cancel: endpoint({
    method: 'POST',
    path: '/api/p/:accountSlug/bookings/:token/cancel',
    access: 'anyone',
    channel: 'public',
    params: linkParams,
    body: z.strictObject({ reason: text.trim().max(1000).optional(), returned: money.optional() }).optional(),
    response: z.object({ booking: managedBooking }),
  }),
};
