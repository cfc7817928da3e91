import { booking } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { AppError } from '#core/domain/errors.ts';
import { assertRoomForHold, insertHold, releaseHold } from '../lib/booking-holds.ts';
import { countAct, countLook } from '../lib/booking-limits.ts';
import {
  offeringNext,
  publicSlotOf,
  publicSlotsOf,
  slotAt,
  slotsBetween,
  type SlotQuestion,
} from '../lib/booking-slots.ts';
import { assertOpen, type BookingStudio, lockBookingStudio, readBookingStudio } from '../lib/booking-studio.ts';
import { type BookableRow, findBookable, listBookable } from '../lib/booking-types.ts';
import type { Queryable } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import { findStudio } from '../lib/public-studio.ts';
import { hashToken } from '../lib/secrets.ts';

/** A studio by its present slug. A retired one, and that of a closed studio, are not found; pages redirect. */
async function findBooked(db: Queryable, slug: string): Promise<{ studio: PublicStudio; booked: BookingStudio }> {
  const found = await findStudio(db, slug);
  if (!found) throw new AppError('not_found');
  return { studio: found.studio, booked: await readBookingStudio(db, found.accountId) };
}

/** What is asked of an open studio's slots of one type. */
async function ask(
  db: Queryable,
  studio: BookingStudio,
  sessionTypeId: string,
  now: number,
): Promise<SlotQuestion & { type: BookableRow }> {
  assertOpen(studio);
  const type = await findBookable(db, studio.accountId, sessionTypeId);
  if (!type) throw new AppError('not_found');
  return { studio, type, now };
}

export const types = handle(booking.types, async ({ services, request, params }) => {
  const { db } = services;
  await countLook(db, request.viewerAddress, services.clock());
  const { studio, booked } = await findBooked(db, params.accountSlug);
  if (!booked.rules.isOpen) throw new AppError('booking_closed', { studio });
  const { currency, rules } = booked;
  const { pageText, horizonDays } = rules;
  return { body: { studio, currency, pageText, horizonDays, types: await listBookable(db, booked.accountId) } };
});

export const slots = handle(booking.slots, async ({ services, request, params, query }) => {
  const { db } = services;
  const now = services.clock();
  await countLook(db, request.viewerAddress, now);
  const { booked } = await findBooked(db, params.accountSlug);
  const free = await slotsBetween(db, await ask(db, booked, query.type, now), query.from, query.to);
  return { body: publicSlotsOf(free) };
});

export const hold = handle(booking.hold, async ({ services, request, params, body }) => {
  const { db } = services;
  const { sessionTypeId, start, instead } = body;
  const { viewerAddress } = request;
  const now = services.clock();
  await countAct(db, viewerAddress, now);
  const { booked } = await findBooked(db, params.accountSlug);
  const { accountId } = booked;
  const except = instead === undefined ? undefined : { holdHash: hashToken(instead) };
  const asked = await ask(db, booked, sessionTypeId, now);
  const holding = db.transaction(async (tx) => {
    const fresh = await ask(tx, await lockBookingStudio(tx, accountId), sessionTypeId, now);
    const slot = await slotAt(tx, { ...fresh, except }, start);
    if (!slot) throw new AppError('slot_taken');
    if (instead !== undefined) await releaseHold(tx, accountId, instead);
    await assertRoomForHold(tx, accountId, viewerAddress, now);
    const wish = { accountId, viewerAddress, sessionTypeId, start: slot.start, end: slot.end };
    return { ...(await insertHold(tx, wish, now)), slot: publicSlotOf(slot) };
  });
  return { body: await offeringNext(db, start, holding, async () => ({ ...asked, except })) };
});

export const release = handle(booking.release, async ({ services, request, params, body }) => {
  const { db } = services;
  // No act: with each step back and each reload a slot is given back, and nobody is to book less for it.
  await countLook(db, request.viewerAddress, services.clock());
  const { booked } = await findBooked(db, params.accountSlug);
  await releaseHold(db, booked.accountId, body.token);
  return { body: {} };
});
