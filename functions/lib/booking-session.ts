import type { BookingForm } from '#core/domain/booking.ts';
import { makeId } from '#core/domain/ids.ts';
import { findOrCreateCustomer } from './booking-customer.ts';
import type { SlotWithLocation } from './booking-slots.ts';
import type { BookingStudio } from './booking-studio.ts';
import type { BookableRow } from './booking-types.ts';
import { type Queryable, timestamp } from './db.ts';
import { scheduleMessage } from './messages.ts';
import { random } from './secrets.ts';
import { recordSessionEvent } from './session-events.ts';
import { notifyStudio } from './studio-notices.ts';

/**
 * Writes a client's booking: the session with its price, what happened, and who is told. Call it under the studio's
 * lock, when the slot was found to be free.
 * @returns the session's id
 */
export async function createBooking(
  tx: Queryable,
  studio: BookingStudio,
  { type, slot, client }: { type: BookableRow; slot: SlotWithLocation; client: BookingForm },
  now: number,
): Promise<string> {
  const { accountId, authorId } = studio;
  const customerId = await findOrCreateCustomer(tx, studio, client, now);
  const sessionId = makeId(random);
  await tx.query(
    `insert into sessions (id, account_id, author_id, customer_id, session_type_id, photographer_id, date, duration,
       type, location, location_id, status, source, client_message, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'client', $13, $14, $14)`,
    [
      sessionId,
      accountId,
      authorId,
      customerId,
      type.id,
      type.photographerId,
      timestamp(slot.start),
      type.duration,
      type.name,
      slot.location,
      slot.locationId,
      type.requiresApproval ? 'inquiry' : 'scheduled',
      client.message,
      timestamp(now),
    ],
  );
  // The row began with its session, by a trigger.
  await tx.query(
    'update session_billing set payment_amount = $3, deposit_amount = $4 where account_id = $1 and session_id = $2',
    [accountId, sessionId, type.price ?? 0, type.deposit ?? 0],
  );
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'booked', actorId: null }, now);
  const kind = type.requiresApproval ? 'booking_received' : 'booking_confirmed';
  await scheduleMessage(tx, { accountId, sessionId, kind }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'booking' }, now);
  return sessionId;
}
