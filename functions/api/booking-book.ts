import { booking } from '#core/api/booking.ts';
import type { BookingForm } from '#core/domain/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { findHold, releaseHold } from '../lib/booking-holds.ts';
import { limitWrites, limitBookings } from '../lib/booking-limits.ts';
import { findSessionByLink, type LinkedSession, toManagedBooking } from '../lib/booking-links.ts';
import { createBooking } from '../lib/booking-session.ts';
import { withAlternatives, findSlotAt } from '../lib/booking-slots.ts';
import { assertBookingOpen, type BookingStudio, lockBookingStudio, readBookingStudio } from '../lib/booking-studio.ts';
import { findBookable } from '../lib/booking-types.ts';
import type { Queryable } from '../lib/db.ts';
import { defineHandler } from '../lib/http.ts';
import { findStudio } from '../lib/public-studio.ts';
import { hashToken } from '../lib/secrets.ts';
import { createSessionLink } from '../lib/session-links.ts';

interface BookingInput {
  /** The hold's token, which becomes that of the booking's own page. */
  token: string;
  slot: { sessionTypeId: string; start: number };
  client: BookingForm;
}

/**
 * Books what is held, under the studio's lock. The token of the hold is kept as the booking's link: who sends it again
 * has booked already, and is answered the same.
 */
async function bookHeldSlot(
  tx: Queryable,
  studio: BookingStudio,
  { token, slot: { sessionTypeId, start }, client }: BookingInput,
  now: number,
): Promise<LinkedSession> {
  const { accountId } = studio;
  const booked = await findSessionByLink(tx, studio, token, { now });
  if (booked) return booked;
  assertBookingOpen(studio);
  const hold = await findHold(tx, accountId, token);
  if (!hold) throw new AppError('hold_expired');
  if (hold.sessionTypeId !== sessionTypeId || hold.start !== start) {
    throw new AppError('validation_failed', { field: 'slot' });
  }
  const type = await findBookable(tx, accountId, sessionTypeId);
  if (!type) throw new AppError('not_found');
  const isHeld = now < hold.expiresAt;
  // The notice was kept when the visitor chose: filling in a form does not make them late.
  const since = isHeld ? hold.createdAt : now;
  const slot = await findSlotAt(tx, { studio, type, now, since, except: { holdHash: hashToken(token) } }, start);
  if (!slot) throw new AppError(isHeld ? 'slot_taken' : 'hold_expired');
  await limitBookings(tx, accountId, client.email, now);
  const sessionId = await createBooking(tx, studio, { type, slot, client }, now);
  await releaseHold(tx, accountId, token);
  await createSessionLink(tx, { accountId, sessionId, now, token, clientName: client.name });
  return (await findSessionByLink(tx, studio, token, { now }))!;
}

export const book = defineHandler(booking.book, async ({ services, request, params, body }) => {
  const { db } = services;
  const { hold: token, slot, client } = body;
  const now = services.clock();
  await limitWrites(db, request.viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const { accountId } = found;
  const taking = db.transaction(async (tx) => {
    const studio = await lockBookingStudio(tx, accountId);
    return toManagedBooking(studio, await bookHeldSlot(tx, studio, { token, slot, client }, now), now);
  });
  const ask = async () => {
    const type = await findBookable(db, accountId, slot.sessionTypeId);
    return type && { studio: await readBookingStudio(db, accountId), type, now };
  };
  return { body: { booking: await withAlternatives(db, slot.start, taking, ask), link: token } };
});
