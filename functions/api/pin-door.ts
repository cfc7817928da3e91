import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { findGalleryAccess, type GalleryAccessRow } from '../lib/gallery-access.ts';
import { defineHandler } from '../lib/http.ts';
import { log } from '../lib/log.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { limitAttempts, releaseAttempt, networkPrefix } from '../lib/rate-limit.ts';
import { createVisitor, visitorCookie } from '../lib/visitor.ts';
import { decideAccess, identifyCaller } from './guests.ts';
import { accessError } from './public.ts';

const QUARTER_MS = 15 * 60 * 1000;

/** Wrong PINs for one gallery from one network; the eleventh is refused unseen, even a right one. */
const ATTEMPTS_PER_VISITOR = { limit: 10, windowMs: QUARTER_MS };
/**
 * Wrong ones from everywhere together, in an hour. More of them lock nobody out: a right PIN from a network of its own
 * is always heard, or else five networks could shut a gallery's guests out. But while a gallery is guessed at, each
 * network has fewer attempts, and the log says so. Four digits are 10,000 guesses and who rents networks has as many as
 * they like, so a PIN is a second lock behind the gallery's own door and up to eight digits long, and no more than that.
 */
const GUESSES_PER_GALLERY = { limit: 200, windowMs: 4 * QUARTER_MS };
const ATTEMPTS_UNDER_ATTACK = { limit: 3, windowMs: QUARTER_MS };

export const unlock = defineHandler(archives.unlock, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  const version = await checkPin(db, galleryAccess, body.pin, request.viewerIp, now);
  if (caller.member) return { body: { unlocked: true as const } };
  const visitor = caller.visitor ?? (await createVisitor(db, now));
  await db.query(
    `insert into visitor_access (visitor_id, gallery_id, account_id, pin_version, granted_at)
     values ($1, $2, $3, $4, $5) on conflict (visitor_id, gallery_id) do update set pin_version = excluded.pin_version`,
    [visitor.id, galleryAccess.id, galleryAccess.accountId, version, timestamp(now)],
  );
  return { body: { unlocked: true as const }, cookies: [visitorCookie(visitor, services)] };
});

/**
 * Holds a PIN against the gallery's; answers the version it belongs to. A gallery without one answers as if it were wrong.
 * @throws AppError `rate_limited`, `pin_wrong`
 */
async function checkPin(
  db: Queryable,
  galleryAccess: GalleryAccessRow,
  pin: string,
  ip: string,
  now: number,
): Promise<number> {
  const network = networkPrefix(ip);
  const perNetwork = { bucket: `pin:${galleryAccess.id}:${network}`, ...ATTEMPTS_PER_VISITOR };
  await limitAttempts(db, perNetwork, now);
  const guesses = { bucket: `pin:${galleryAccess.id}`, ...GUESSES_PER_GALLERY };
  const isGuessedAt = await limitAttempts(db, guesses, now).then(() => false, isTooMany);
  const few = { bucket: `pin-few:${galleryAccess.id}:${network}`, ...ATTEMPTS_UNDER_ATTACK };
  if (isGuessedAt) await limitAttempts(db, few, now);
  const [row] = await db.query<{ hash: string; version: number }>(
    'select pin_hash as hash, version from gallery_pins where gallery_id = $1',
    [galleryAccess.id],
  );
  if (!row || !(await verifyPassword(pin, row.hash))) {
    if (isGuessedAt) log('warn', 'pin_guessed', { galleryId: galleryAccess.id });
    throw new AppError('pin_wrong', { field: 'pin' });
  }
  for (const rate of isGuessedAt ? [perNetwork, guesses, few] : [perNetwork, guesses])
    await releaseAttempt(db, rate, now);
  return row.version;
}

function isTooMany(error: unknown): true {
  if (error instanceof AppError && error.code === 'rate_limited') return true;
  throw error;
}
