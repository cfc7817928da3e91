import type { MessageKind } from '#core/domain/messages.ts';
import type { SessionStatus } from '#core/domain/sessions.ts';
import type { LinkedSession } from './booking-links.ts';
import type { SlotWithLocation } from './booking-slots.ts';
import { type Queryable, timestamp } from './db.ts';
import { scheduleMessage, withdrawMessages } from './messages.ts';
import { recordSessionEvent } from './session-events.ts';
import { extendSessionLinks } from './session-links.ts';
import { notifyStudio } from './studio-notices.ts';

/**
 * Moves a session to a slot that was found to be free for it, as its client asked. It takes the place that the slot was
 * offered with; where the plan names none it stays where it was.
 */
export async function rescheduleByLink(
  tx: Queryable,
  accountId: string,
  { id: sessionId, date, duration }: LinkedSession,
  slot: SlotWithLocation,
  now: number,
): Promise<void> {
  await tx.query(
    `update sessions set date = $3, location = case when $6 then $4 else location end,
       location_id = case when $6 then $5 else location_id end, updated_at = $7
     where account_id = $1 and id = $2`,
    [accountId, sessionId, timestamp(slot.start), slot.location, slot.locationId, slot.place !== '', timestamp(now)],
  );
  await extendSessionLinks(tx, { accountId, sessionId });
  const details = { from: date, to: slot.start, fromMinutes: duration, toMinutes: duration };
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'rescheduled', actorId: null, details }, now);
  await scheduleMessage(tx, { accountId, sessionId, kind: 'session_rescheduled' }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'change' }, now);
}

/** What is not true any more once a session is off. */
const UPCOMING_KINDS: readonly MessageKind[] = [
  'booking_received',
  'booking_confirmed',
  'session_rescheduled',
  'session_reminder',
];

/** Calls a session off as its client asked. Nobody of the studio acted: there is nobody who could undo it. */
export async function cancelByLink(
  tx: Queryable,
  accountId: string,
  { session, to, reason }: { session: LinkedSession; to: SessionStatus; reason?: string | undefined },
  now: number,
): Promise<void> {
  const { id: sessionId, status: from } = session;
  await tx.query(
    `update sessions set status = $3, previous_status = $4, status_changed_at = $5, status_changed_by = null,
       updated_at = $5
     where account_id = $1 and id = $2`,
    [accountId, sessionId, to, from, timestamp(now)],
  );
  const details = { from, to, ...(reason ? { reason } : {}) };
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'status', actorId: null, details }, now);
  await withdrawMessages(tx, { accountId, sessionId, kinds: UPCOMING_KINDS }, now);
  await scheduleMessage(tx, { accountId, sessionId, kind: 'session_cancelled' }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'change' }, now);
}
