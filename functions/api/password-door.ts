import { AppError } from '#core/domain/errors.ts';
import type { Queryable } from '../lib/db.ts';
import type { GalleryAccessRow } from '../lib/gallery-access.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { limitAttempts, releaseAttempt, networkPrefix } from '../lib/rate-limit.ts';

/** Wrong passwords for one gallery from one network; the eleventh is refused unseen, even a right one. */
const ATTEMPTS = { limit: 10, windowMs: 15 * 60 * 1000 };

/**
 * Holds a password against the gallery's; answers the version it belongs to.
 * @throws AppError `rate_limited`, `password_wrong`.
 */
export async function checkPassword(
  db: Queryable,
  galleryAccess: GalleryAccessRow,
  password: string,
  ip: string,
  now: number,
): Promise<number> {
  const rate = { bucket: `door:${galleryAccess.id}:${networkPrefix(ip)}`, ...ATTEMPTS };
  await limitAttempts(db, rate, now);
  const [secret] = await db.query<{ hash: string; version: number }>(
    'select password_hash as hash, password_version as version from gallery_secrets where gallery_id = $1',
    [galleryAccess.id],
  );
  if (!secret || !(await verifyPassword(password, secret.hash)))
    throw new AppError('password_wrong', { field: 'password' });
  await releaseAttempt(db, rate, now);
  return secret.version;
}
