import { booking } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import type { BookingForm } from '#core/domain/sessions/booking.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { hashNetwork, householdOf } from '../platform/http/network-prefix.ts';
import { countOccurrence } from '../platform/http/rate-limit.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { createSessionLink } from '../sessions/session-links.ts';
import { createBooking } from './create-booking.ts';
import { assertCapacity, findHeldSlot, insertHold, releaseHold } from './holds.ts';
import { findSessionByLink, type LinkedSession, toManagedBooking } from './manage-booking.ts';
import { limitBookings, limitReads, limitWrites } from './rate-limits.ts';
import {
  assertBookingOpen,
  type BookableRow,
  type BookingStudio,
  findBookable,
  lockBookingStudio,
  payNow,
  readBookingStudio,
  readOffer,
} from './rules.ts';
import { findSlotAt, findSlots, type SlotQuery, toPublicSlot, toPublicSlots, withAlternatives } from './slots.ts';

export { contact } from '../leads/contact.ts';
export { checkout, checkoutState, pay } from './checkout-handlers.ts';
export { appointment, cancel, managed, reschedule, rescheduleSlots } from './manage-handlers.ts';
export { withdraw, withdrawal } from './withdrawal-handlers.ts';

/** Returns the studio of a current slug. Retired slugs and closed studios are not found; pages redirect. */
async function requireBookingStudio(
  db: Queryable,
  slug: string,
): Promise<{ studio: PublicStudio; booked: BookingStudio }> {
  const found = await findStudio(db, slug);
  if (!found) throw new AppError('not_found');
  return { studio: found.studio, booked: await readBookingStudio(db, found.accountId) };
}

/**
 * Counts a step on the way to a booking for the studio's insights, once a day for each household. The rate
 * limiter remembers it, as a hash.
 */
async function countBookingStep(
  db: Queryable,
  accountId: string,
  step: 'viewed' | 'started',
  viewerIp: string,
  now: number,
): Promise<void> {
  const bucket = `booking-${step}:${accountId}:${hashToken(`${accountId} ${householdOf(viewerIp)}`)}`;
  if ((await countOccurrence(db, bucket, DAY_MS, now)) > 1) return;
  await db.query(`select count_booking_day($1, $2, ${step} => 1)`, [accountId, timestamp(now)]);
}

/** Builds the slot query of one session type of a studio that is open for booking. */
async function slotQuery(
  db: Queryable,
  studio: BookingStudio,
  sessionTypeId: string,
  now: number,
): Promise<SlotQuery & { type: BookableRow }> {
  assertBookingOpen(studio);
  const type = await findBookable(db, studio.accountId, sessionTypeId);
  if (!type) throw new AppError('not_found');
  return { studio, type, now };
}

export const types = defineHandler(booking.types, async ({ services, request, params }) => {
  const { db } = services;
  await limitReads(db, request.viewerIp, services.clock());
  const found = await findStudio(db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const { accountId, studio } = found;
  const offer = await readOffer(db, accountId);
  if (!offer) throw new AppError('booking_closed', { studio });
  return { body: { studio, ...offer } };
});

export const slots = defineHandler(booking.slots, async ({ services, request, params, query }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { booked } = await requireBookingStudio(db, params.accountSlug);
  const free = await findSlots(db, await slotQuery(db, booked, query.type, now), query.from, query.to);
  await countBookingStep(db, booked.accountId, 'viewed', request.viewerIp, now);
  return { body: toPublicSlots(free) };
});

export const hold = defineHandler(booking.hold, async ({ services, request, params, body }) => {
  const { db } = services;
  const { sessionTypeId, start, instead } = body;
  const { viewerIp } = request;
  const now = services.clock();
  await limitWrites(db, viewerIp, now);
  const { booked } = await requireBookingStudio(db, params.accountSlug);
  const { accountId } = booked;
  const except = instead === undefined ? undefined : { holdHash: hashToken(instead) };
  const query = await slotQuery(db, booked, sessionTypeId, now);
  const holding = db.transaction(async (tx) => {
    const fresh = await slotQuery(tx, await lockBookingStudio(tx, accountId), sessionTypeId, now);
    const slot = await findSlotAt(tx, { ...fresh, except }, start);
    if (!slot) throw new AppError('slot_taken');
    if (instead !== undefined) await releaseHold(tx, accountId, instead, now);
    await assertCapacity(tx, accountId, viewerIp, now);
    await countBookingStep(tx, accountId, 'started', viewerIp, now);
    const input = { accountId, viewerIp, sessionTypeId, start: slot.start, end: slot.end };
    return { ...(await insertHold(tx, input, now)), slot: toPublicSlot(slot) };
  });
  return { body: await withAlternatives(db, start, holding, async () => ({ ...query, except })) };
});

export const release = defineHandler(booking.release, async ({ services, request, params, body }) => {
  const { db } = services;
  // Count a release as a read: the page releases its hold on each step back and reload, which must not use up the
  // booking limit.
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { booked } = await requireBookingStudio(db, params.accountSlug);
  await db.transaction((tx) => releaseHold(tx, booked.accountId, body.token, now));
  return { body: {} };
});

interface BookingInput {
  /** The hold's token; it becomes the token of the booking's page. */
  token: string;
  slot: { sessionTypeId: string; start: number };
  client: BookingForm;
  viewerIp: string;
}

/**
 * Books the held slot under the studio's lock. The hold's token becomes the booking's link, so a repeated request finds
 * the booking and returns the same response.
 */
async function bookHeldSlot(
  tx: Queryable,
  studio: BookingStudio,
  { token, slot: { sessionTypeId, start }, client, viewerIp }: BookingInput,
  now: number,
): Promise<LinkedSession> {
  const { accountId } = studio;
  const booked = await findSessionByLink(tx, studio, token, { now });
  if (booked) return booked;
  assertBookingOpen(studio);
  const { type, slot } = await findHeldSlot(tx, studio, { token, slot: { sessionTypeId, start } }, now);
  if (payNow(type, studio.currency) !== null) throw new AppError('payment_required');
  await limitBookings(tx, { accountId, email: client.email, secondEmail: client.secondEmail, viewerIp }, now);
  const sessionId = await createBooking(tx, studio, { type, slot, client }, now);
  await releaseHold(tx, accountId, token, now);
  const networkHash = hashNetwork(accountId, viewerIp);
  await createSessionLink(tx, { accountId, sessionId, now, token, booked: client, networkHash });
  return (await findSessionByLink(tx, studio, token, { now }))!;
}

export const book = defineHandler(booking.book, async ({ services, request, params, body }) => {
  const { db } = services;
  const { hold: token, slot, client } = body;
  const { viewerIp } = request;
  const now = services.clock();
  await limitWrites(db, viewerIp, now);
  const found = await findStudio(db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const { accountId } = found;
  const taking = db.transaction(async (tx) => {
    const studio = await lockBookingStudio(tx, accountId);
    return toManagedBooking(studio, await bookHeldSlot(tx, studio, { token, slot, client, viewerIp }, now), now);
  });
  const ask = async () => {
    const type = await findBookable(db, accountId, slot.sessionTypeId);
    return type && { studio: await readBookingStudio(db, accountId), type, now };
  };
  return { body: { booking: await withAlternatives(db, slot.start, taking, ask), link: token } };
});
