import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { findDoor, type GalleryDoor } from '../lib/gallery-access.ts';
import { handle } from '../lib/http.ts';
import { log } from '../lib/log.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { countAttempt, forgiveAttempt, subnetOf } from '../lib/rate-limit.ts';
import { createVisitor, visitorCookie } from '../lib/visitor.ts';
import { decideFor, guestOf } from './guests.ts';
import { refusal } from './public.ts';

const QUARTER_MS = 15 * 60 * 1000;

/** Wrong PINs for one gallery from one network; the eleventh is refused unseen, even a right one. */
const ATTEMPTS = { limit: 10, windowMs: QUARTER_MS };
/**
 * Wrong ones from everywhere together, in an hour. More of them lock nobody out: a right PIN from a network of its own
 * is always heard, or else five networks could shut a gallery's guests out. But while a gallery is guessed at, each
 * network has fewer attempts, and the log says so. Four digits are 10,000 guesses and who rents networks has as many as
 * they like, so a PIN is a second lock behind the gallery's own door and up to eight digits long, and no more than that.
 */
const GUESSES = { limit: 200, windowMs: 4 * QUARTER_MS };
const ATTEMPTS_WHILE_GUESSED = { limit: 3, windowMs: QUARTER_MS };

export const unlock = handle(archives.unlock, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const door = await findDoor(db, params.galleryId);
  if (!door) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  const { access } = await decideFor(services, guest, door);
  if (access !== 'granted') throw refusal(access);
  const version = await checkPin(db, door, body.pin, request.viewerAddress, now);
  if (guest.member) return { body: { unlocked: true as const } };
  const visitor = guest.visitor ?? (await createVisitor(db, now));
  await db.query(
    `insert into visitor_access (visitor_id, gallery_id, account_id, pin_version, granted_at)
     values ($1, $2, $3, $4, $5) on conflict (visitor_id, gallery_id) do update set pin_version = excluded.pin_version`,
    [visitor.id, door.id, door.accountId, version, timestamp(now)],
  );
  return { body: { unlocked: true as const }, cookies: [visitorCookie(visitor, services)] };
});

/**
 * Holds a PIN against the gallery's; answers the version it belongs to. A gallery without one answers as if it were wrong.
 * @throws AppError `rate_limited`, `pin_wrong`
 */
async function checkPin(db: Queryable, door: GalleryDoor, pin: string, address: string, now: number): Promise<number> {
  const network = subnetOf(address);
  const own = { bucket: `pin:${door.id}:${network}`, ...ATTEMPTS };
  await countAttempt(db, own, now);
  const guesses = { bucket: `pin:${door.id}`, ...GUESSES };
  const isGuessedAt = await countAttempt(db, guesses, now).then(() => false, isTooMany);
  const few = { bucket: `pin-few:${door.id}:${network}`, ...ATTEMPTS_WHILE_GUESSED };
  if (isGuessedAt) await countAttempt(db, few, now);
  const [row] = await db.query<{ hash: string; version: number }>(
    'select pin_hash as hash, version from gallery_pins where gallery_id = $1',
    [door.id],
  );
  if (!row || !(await verifyPassword(pin, row.hash))) {
    if (isGuessedAt) log('warn', 'pin_guessed', { galleryId: door.id });
    throw new AppError('pin_wrong', { field: 'pin' });
  }
  for (const rate of isGuessedAt ? [own, guesses, few] : [own, guesses]) await forgiveAttempt(db, rate, now);
  return row.version;
}

function isTooMany(error: unknown): true {
  if (error instanceof AppError && error.code === 'rate_limited') return true;
  throw error;
}
