import { booking } from '#core/api/booking.ts';
import { AppError } from '#core/domain/errors.ts';
import { OPEN_STATUSES, SESSION_TRANSITIONS } from '#core/domain/sessions.ts';
import { assertTransition, canTransition } from '#core/domain/transitions.ts';
import { countAct, countLook, countMove } from '../lib/booking-limits.ts';
import { changeUntil, findLinked, type LinkedSession, ownBookingOf } from '../lib/booking-links.ts';
import { cancelLinked, moveLinked } from '../lib/booking-changes.ts';
import { offeringNext, publicSlotsOf, slotAt, slotsBetween, type SlotQuestion } from '../lib/booking-slots.ts';
import { assertOpen, type BookingStudio, lockBookingStudio, readBookingStudio } from '../lib/booking-studio.ts';
import type { Queryable } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import { findStudio } from '../lib/public-studio.ts';

/** A link of no studio is a link like any other that leads nowhere. */
export async function findOwn(db: Queryable, slug: string, token: string, now: number) {
  const found = await findStudio(db, slug);
  const studio = found ? await readBookingStudio(db, found.accountId) : null;
  const session = studio ? await findLinked(db, studio, token, { now }) : null;
  if (!found || !studio || !session) throw new AppError('booking_link_invalid');
  return { page: found.studio, studio, session };
}

/** The same in a transaction: the studio's slots and the session are nobody else's until its end. */
async function lockOwn(tx: Queryable, accountId: string, token: string, now: number) {
  const studio = await lockBookingStudio(tx, accountId);
  const session = await findLinked(tx, studio, token, { now, lock: true });
  if (!session) throw new AppError('booking_link_invalid');
  return { studio, session };
}

/** @throws AppError `transition_refused`, `cutoff_passed` */
function assertChangeable(studio: BookingStudio, { status, date }: LinkedSession, now: number): void {
  if (!OPEN_STATUSES.includes(status)) throw new AppError('transition_refused', { field: 'status', from: status });
  if (now > changeUntil(studio, date)) throw new AppError('cutoff_passed', { hours: studio.rules.cutoffHours });
}

/** As long as it is, and with whom it was booked: a studio may have made of it what its type does not say. */
function askMoves(studio: BookingStudio, { id, bookable, ...session }: LinkedSession, now: number): SlotQuestion {
  assertOpen(studio);
  if (!bookable) throw new AppError('booking_closed');
  const { duration, photographerId } = session;
  return { studio, type: { ...bookable, duration, photographerId }, now, except: { sessionId: id } };
}

export const own = handle(booking.own, async ({ services, request, params }) => {
  const now = services.clock();
  await countLook(services.db, request.viewerAddress, now);
  const { page, studio, session } = await findOwn(services.db, params.accountSlug, params.token, now);
  return { body: { studio: page, booking: ownBookingOf(studio, session, now) } };
});

export const moves = handle(booking.moves, async ({ services, request, params, query }) => {
  const { db } = services;
  const now = services.clock();
  await countLook(db, request.viewerAddress, now);
  const { studio, session } = await findOwn(db, params.accountSlug, params.token, now);
  const { slots, until } = await slotsBetween(db, askMoves(studio, session, now), query.from, query.to);
  return { body: publicSlotsOf({ slots: slots.filter(({ start }) => start !== session.date), until }) };
});

export const reschedule = handle(booking.reschedule, async ({ services, request, params, body }) => {
  const { db } = services;
  const { start } = body;
  const now = services.clock();
  await countAct(db, request.viewerAddress, now);
  const before = await findOwn(db, params.accountSlug, params.token, now);
  const { accountId } = before.studio;
  const moving = db.transaction(async (tx) => {
    const { studio, session } = await lockOwn(tx, accountId, params.token, now);
    assertChangeable(studio, session, now);
    // Sent again after a lost answer, it is where it was to be.
    if (start === session.date) return ownBookingOf(studio, session, now);
    const slot = await slotAt(tx, askMoves(studio, session, now), start);
    if (!slot) throw new AppError('slot_taken');
    await countMove(tx, session.id, session.clientEmail, now);
    await moveLinked(tx, accountId, session, slot, now);
    return ownBookingOf(studio, (await findLinked(tx, studio, params.token, { now }))!, now);
  });
  const ask = async () => askMoves(before.studio, before.session, now);
  return { body: { booking: await offeringNext(db, start, moving, ask) } };
});

export const cancel = handle(booking.cancel, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  await countAct(db, request.viewerAddress, now);
  const { studio: found } = await findOwn(db, params.accountSlug, params.token, now);
  const cancelled = await db.transaction(async (tx) => {
    const { studio, session } = await lockOwn(tx, found.accountId, params.token, now);
    // Sent again after a lost answer, it is over already.
    if (session.status === 'cancelled' || session.status === 'declined') return ownBookingOf(studio, session, now);
    const to = canTransition(SESSION_TRANSITIONS, session.status, 'cancelled') ? 'cancelled' : 'declined';
    assertTransition(SESSION_TRANSITIONS, session.status, to);
    assertChangeable(studio, session, now);
    await cancelLinked(tx, found.accountId, { session, to, reason: body?.reason }, now);
    return ownBookingOf(studio, { ...session, status: to }, now);
  });
  return { body: { booking: cancelled } };
});
