import type { Queryable } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { log } from '../platform/observability/telemetry.ts';

interface Guess {
  galleryId: string;
  viewerIp: string;
  /** True if the secret is right; it runs after the attempt is counted. */
  check: () => Promise<boolean>;
}

/**
 * Checks a gallery's password or PIN, and counts the attempt unless it is right: for the network, and for the gallery.
 * After too many wrong ones each network gets fewer attempts and the log records it, but a right one from a new network
 * still works, because otherwise a few networks could lock out all guests.
 * @returns true if the secret is right
 * @throws AppError `rate_limited`, also for a right secret of a network whose attempts are used up
 */
export async function countGuess(
  db: Queryable,
  secret: 'password' | 'pin',
  { galleryId, viewerIp, check }: Guess,
  now: number,
): Promise<boolean> {
  const subjects = { gallery: galleryId, network: viewerIp };
  const own = await limitAttempts(db, `gallery-${secret}`, subjects, now);
  const all = await limitAttempts(db, `gallery-${secret}s`, subjects, now);
  if (await check()) {
    await own.release();
    await all.release();
    return true;
  }
  if (all.isAbove) log('warn', `${secret}_guessed`, { galleryId });
  return false;
}
