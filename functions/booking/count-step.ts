import { DAY_MS } from '#core/domain/durations.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/**
 * Counts a step on the way to a booking for the studio's insights, once a day for each network address. The
 * rate limiter remembers the address, as a hash.
 */
export async function countBookingStep(
  db: Queryable,
  accountId: string,
  step: 'viewed' | 'started',
  viewerIp: string,
  now: number,
): Promise<void> {
  const bucket = `booking-${step}:${accountId}:${hashToken(`${accountId} ${viewerIp}`)}`;
  if ((await limitAttempts(db, { bucket, limit: Infinity, windowMs: DAY_MS }, now)) > 1) return;
  await db.query(`select count_booking_day($1, $2, ${step} => 1)`, [accountId, timestamp(now)]);
}
