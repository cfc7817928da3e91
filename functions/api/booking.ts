import { booking } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { AppError } from '#core/domain/errors.ts';
import { assertCapacity, insertHold, releaseHold } from '../lib/booking-holds.ts';
import { limitWrites, limitReads } from '../lib/booking-limits.ts';
import {
  withAlternatives,
  toPublicSlot,
  toPublicSlots,
  findSlotAt,
  findSlots,
  type SlotQuery,
} from '../lib/booking-slots.ts';
import { assertBookingOpen, type BookingStudio, lockBookingStudio, readBookingStudio } from '../lib/booking-studio.ts';
import { type BookableRow, findBookable, listBookable } from '../lib/booking-types.ts';
import type { Queryable } from '../lib/db.ts';
import { defineHandler } from '../lib/http.ts';
import { findStudio } from '../lib/public-studio.ts';
import { hashToken } from '../lib/secrets.ts';

/** A studio by its present slug. A retired one, and that of a closed studio, are not found; pages redirect. */
async function findBookedSession(
  db: Queryable,
  slug: string,
): Promise<{ studio: PublicStudio; booked: BookingStudio }> {
  const found = await findStudio(db, slug);
  if (!found) throw new AppError('not_found');
  return { studio: found.studio, booked: await readBookingStudio(db, found.accountId) };
}

/** What is asked of an open studio's slots of one type. */
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
  const { studio, booked } = await findBookedSession(db, params.accountSlug);
  if (!booked.rules.isOpen) throw new AppError('booking_closed', { studio });
  const { currency, rules } = booked;
  const { pageText, horizonDays } = rules;
  return { body: { studio, currency, pageText, horizonDays, types: await listBookable(db, booked.accountId) } };
});

export const slots = defineHandler(booking.slots, async ({ services, request, params, query }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { booked } = await findBookedSession(db, params.accountSlug);
  const free = await findSlots(db, await slotQuery(db, booked, query.type, now), query.from, query.to);
  return { body: toPublicSlots(free) };
});

export const hold = defineHandler(booking.hold, async ({ services, request, params, body }) => {
  const { db } = services;
  const { sessionTypeId, start, instead } = body;
  const { viewerIp } = request;
  const now = services.clock();
  await limitWrites(db, viewerIp, now);
  const { booked } = await findBookedSession(db, params.accountSlug);
  const { accountId } = booked;
  const except = instead === undefined ? undefined : { holdHash: hashToken(instead) };
  const query = await slotQuery(db, booked, sessionTypeId, now);
  const holding = db.transaction(async (tx) => {
    const fresh = await slotQuery(tx, await lockBookingStudio(tx, accountId), sessionTypeId, now);
    const slot = await findSlotAt(tx, { ...fresh, except }, start);
    if (!slot) throw new AppError('slot_taken');
    if (instead !== undefined) await releaseHold(tx, accountId, instead);
    await assertCapacity(tx, accountId, viewerIp, now);
    const input = { accountId, viewerIp: viewerIp, sessionTypeId, start: slot.start, end: slot.end };
    return { ...(await insertHold(tx, input, now)), slot: toPublicSlot(slot) };
  });
  return { body: await withAlternatives(db, start, holding, async () => ({ ...query, except })) };
});

export const release = defineHandler(booking.release, async ({ services, request, params, body }) => {
  const { db } = services;
  // No act: with each step back and each reload a slot is given back, and nobody is to book less for it.
  await limitReads(db, request.viewerIp, services.clock());
  const { booked } = await findBookedSession(db, params.accountSlug);
  await releaseHold(db, booked.accountId, body.token);
  return { body: {} };
});
