import type { DownloadSize } from '#core/domain/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { requirePin } from '../lib/download-pin.ts';
import { findGalleryAccess, type GalleryAccessRow } from '../lib/gallery-access.ts';
import type { HttpRequest } from '../lib/request.ts';
import type { Services } from '../lib/services.ts';
import { decideAccess, identifyCaller } from './guests.ts';
import { accessError } from './public.ts';

/** Who may download of a gallery. */
export interface DownloadCaller {
  galleryAccess: GalleryAccessRow;
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
export async function authorizeDownload(
  services: Services,
  request: HttpRequest,
  galleryId: string,
  sizeOf: DownloadSize | ((galleryAccess: GalleryAccessRow) => Promise<DownloadSize>),
): Promise<DownloadCaller> {
  const { db } = services;
  const galleryAccess = await findGalleryAccess(db, galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access, rights, grantId } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  // Only now: who may not come in learns nothing of what is inside.
  const size = typeof sizeOf === 'string' ? sizeOf : await sizeOf(galleryAccess);
  const visitorId = caller.visitor?.id ?? null;
  if (!caller.member) {
    const [gallery] = await db.query<{ allowed: boolean }>(
      `select case when $2 = 'original' then allow_original else allow_web end as allowed from galleries where id = $1`,
      [galleryId, size],
    );
    if (!rights.download || !gallery?.allowed) throw new AppError('download_not_allowed');
    await requirePin(db, galleryId, caller.visitor?.id);
  }
  return { galleryAccess: galleryAccess, member: caller.member, visitorId, grantId };
}
