import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { Queryable } from '../platform/db/database.ts';
import { findStudio } from '../public-studio/find-studio.ts';
import { findSessionByLink } from './manage-booking.ts';
import { lockBookingStudio, readBookingStudio } from './rules.ts';

/**
 * Returns the session of a link with its studio.
 * @param language in which the session is named; by default the client's
 * @throws AppError `booking_link_invalid`, also for an unknown studio
 */
export async function findManaged(
  db: Queryable,
  slug: string,
  token: string,
  now: number,
  language: Language | null = null,
) {
  const found = await findStudio(db, slug);
  const studio = found ? await readBookingStudio(db, found.accountId) : null;
  const session = studio ? await findSessionByLink(db, studio, token, { now, language }) : null;
  if (!found || !studio || !session) throw new AppError('booking_link_invalid');
  return { page: found.studio, studio, session };
}

/** The same under the studio's lock and the session's row lock, until the end of the transaction. */
export async function lockManaged(tx: Queryable, accountId: string, token: string, now: number) {
  const studio = await lockBookingStudio(tx, accountId);
  const session = await findSessionByLink(tx, studio, token, { now, lock: true });
  if (!session) throw new AppError('booking_link_invalid');
  return { studio, session };
}
