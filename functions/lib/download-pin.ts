import { AppError } from '#core/domain/errors.ts';
import type { Queryable } from './db.ts';

/**
 * Asks for a gallery's PIN, where it has one, before anything of it is downloaded. Members are not asked.
 * @throws AppError `pin_required`, also for who knew a former PIN
 */
export async function requirePin(db: Queryable, galleryId: string, visitorId: string | undefined): Promise<void> {
  const [row] = await db.query<{ known: boolean }>(
    `select exists (select from visitor_access v
       where v.visitor_id = $2 and v.gallery_id = p.gallery_id and v.pin_version = p.version) as known
     from gallery_pins p where p.gallery_id = $1`,
    [galleryId, visitorId ?? null],
  );
  if (row && !row.known) throw new AppError('pin_required');
}
