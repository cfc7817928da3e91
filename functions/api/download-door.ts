import type { DownloadSize } from '#core/domain/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { requirePin } from '../lib/download-pin.ts';
import { findDoor, type GalleryDoor } from '../lib/gallery-access.ts';
import type { HttpRequest } from '../lib/request.ts';
import type { Services } from '../lib/services.ts';
import { decideFor, guestOf } from './guests.ts';
import { refusal } from './public.ts';

/** Who may download of a gallery. */
export interface Downloader {
  door: GalleryDoor;
  /** Of the studio: sees all, and is neither limited nor counted. */
  member: boolean;
  visitorId: string | null;
  grantId: string | null;
}

/**
 * Asks a gallery's door for what every download asks, in this order: may they come in, may they take this size home,
 * and do they know the PIN.
 * @throws AppError `not_found`, those of a closed door, `download_not_allowed`, `pin_required`
 */
export async function askToDownload(
  services: Services,
  request: HttpRequest,
  galleryId: string,
  sizeOf: DownloadSize | ((door: GalleryDoor) => Promise<DownloadSize>),
): Promise<Downloader> {
  const { db } = services;
  const door = await findDoor(db, galleryId);
  if (!door) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  const { access, rights, grantId } = await decideFor(services, guest, door);
  if (access !== 'granted') throw refusal(access);
  // Only now: who may not come in learns nothing of what is inside.
  const size = typeof sizeOf === 'string' ? sizeOf : await sizeOf(door);
  const visitorId = guest.visitor?.id ?? null;
  if (!guest.member) {
    const [gallery] = await db.query<{ allowed: boolean }>(
      `select case when $2 = 'original' then allow_original else allow_web end as allowed from galleries where id = $1`,
      [galleryId, size],
    );
    if (!rights.download || !gallery?.allowed) throw new AppError('download_not_allowed');
    await requirePin(db, galleryId, guest.visitor?.id);
  }
  return { door, member: guest.member, visitorId, grantId };
}
