import { AppError } from '#core/domain/values/errors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { findHold } from './holds.ts';
import { type BookableRow, type BookingStudio, findBookable } from './rules.ts';
import { findSlotAt, type SlotWithLocation } from './slots.ts';

/**
 * Returns the slot of a hold, if it can be booked now. Call it under the studio's lock.
 * @throws AppError `hold_expired`, `slot_taken`, `validation_failed`, `not_found`
 */
export async function findHeldSlot(
  tx: Queryable,
  studio: BookingStudio,
  { token, slot: { sessionTypeId, start } }: { token: string; slot: { sessionTypeId: string; start: number } },
  now: number,
): Promise<{ type: BookableRow; slot: SlotWithLocation }> {
  const { accountId } = studio;
  const hold = await findHold(tx, accountId, token);
  if (!hold) throw new AppError('hold_expired');
  if (hold.sessionTypeId !== sessionTypeId || hold.start !== start) {
    throw new AppError('validation_failed', { field: 'slot' });
  }
  const type = await findBookable(tx, accountId, sessionTypeId);
  if (!type) throw new AppError('not_found');
  const isHeld = now < hold.expiresAt;
  // Check the minimum notice at the time of the hold, so that filling in the form cannot make a booking late.
  const since = isHeld ? hold.createdAt : now;
  const slot = await findSlotAt(tx, { studio, type, now, since, except: { holdHash: hashToken(token) } }, start);
  if (!slot) throw new AppError(isHeld ? 'slot_taken' : 'hold_expired');
  return { type, slot };
}
