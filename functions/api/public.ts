import { publicPages } from '#core/api/public.ts';
import { AppError } from '#core/domain/errors.ts';
import type { GalleryAccess } from '#core/domain/grants.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import { withExtension } from '../lib/content-disposition.ts';
import { requirePin } from '../lib/download-pin.ts';
import { findDoor, isOpenToAnyone } from '../lib/gallery-access.ts';
import { countPhotos, recordDownload } from '../lib/gallery-events.ts';
import { handle } from '../lib/http.ts';
import { listPublicGalleries, readPublicGallery, SHOWN } from '../lib/public-gallery.ts';
import { findStudio, takesBookings } from '../lib/public-studio.ts';
import { countAttempt, subnetOf } from '../lib/rate-limit.ts';
import type { Storage } from '../lib/storage.ts';
import { decideFor, guestOf } from './guests.ts';

/** The distribution keeps it for a minute, browsers not at all (decisions §4). */
const SHORTLY_CACHED = { 'cache-control': 'public, max-age=0, s-maxage=60' };

/** A download's address ends long before a revocation may be noticed. */
const DOWNLOAD_S = 60;

export const studio = handle(publicPages.studio, async ({ services, params }) => {
  const found = await findStudio(services.db, params.accountSlug);
  if (!found) throw new AppError('not_found');
  const { accountId, studio: known } = found;
  const [galleries, open] = await Promise.all([
    listPublicGalleries(services.db, accountId, services.clock()),
    takesBookings(services.db, accountId),
  ]);
  return { body: { studio: known, galleries, booking: open }, headers: SHORTLY_CACHED };
});

export const gallery = handle(publicPages.gallery, async ({ services, request, params }) => {
  const now = services.clock();
  const [found, door] = await Promise.all([
    findStudio(services.db, params.accountSlug),
    findDoor(services.db, params.galleryId),
  ]);
  if (!found || !door || door.accountId !== found.accountId) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  const { access } = await decideFor(services, guest, door);
  if (access !== 'granted') throw refusal(access, { studio: found.studio });
  const read = await readPublicGallery(services.db, door.accountId, door.id);
  if (!read) throw new AppError('not_found');
  const cached = isOpenToAnyone(door, now) && !guest.member;
  return { body: { studio: found.studio, ...read }, headers: cached ? SHORTLY_CACHED : {} };
});

/** What a closed door says to a call that wanted more than to ask. */
export function refusal(access: Exclude<GalleryAccess, 'granted'>, params: Record<string, unknown> = {}): AppError {
  switch (access) {
    case 'password_required':
    case 'signin_required':
      return new AppError('gallery_access_required', { ...params, access });
    case 'expired':
      return new AppError('gallery_expired', params);
    case 'not_published':
      return new AppError('gallery_not_published', params);
    case 'revoked':
      return new AppError('gallery_revoked', params);
  }
}

/** Calls of one browser: one every two seconds, for as long as somebody looks. */
const VIEWS = { limit: 300, windowMs: 10 * 60 * 1000 };
/** Of all browsers of a network: a party behind one router. */
const VIEWS_FROM = { limit: 6000, windowMs: 10 * 60 * 1000 };

export const views = handle(publicPages.views, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const door = await findDoor(db, params.galleryId);
  if (!door) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  const { access } = await decideFor(services, guest, door);
  if (access !== 'granted') throw refusal(access);
  if (!guest.visitor) return { body: { counted: 0 } };
  await countAttempt(db, { bucket: `views:${subnetOf(request.viewerAddress)}`, ...VIEWS_FROM }, now);
  await countAttempt(db, { bucket: `views:${guest.visitor.id}`, ...VIEWS }, now);
  const shown = await db.query<{ id: string }>(
    `select p.id from photos p where p.gallery_id = $1 and p.id = any ($2) and ${SHOWN}`,
    [door.id, body.photoIds],
  );
  const seen = { accountId: door.accountId, galleryId: door.id, photoIds: shown.map(({ id }) => id) };
  return { body: { counted: await db.transaction((tx) => countPhotos(tx, 'view_count', seen)) } };
});

interface DownloadRow {
  filename: string;
  fileId: string;
  originalKey: string;
  allowed: boolean;
}

export const download = handle(publicPages.download, async ({ services, request, params, query }) => {
  const { db } = services;
  const door = await findDoor(db, params.galleryId);
  if (!door) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  const { access, rights, grantId } = await decideFor(services, guest, door);
  if (access !== 'granted') throw refusal(access);
  const [photo] = await db.query<DownloadRow>(
    `select p.filename, p.file_id as "fileId", p.original_key as "originalKey",
       case when $3 = 'original' then g.allow_original else g.allow_web end as allowed
     from photos p join galleries g on g.id = p.gallery_id
     where p.gallery_id = $1 and p.id = $2 and (${SHOWN} or $4 and p.status = 'ready' and p.deleted_at is null)`,
    [door.id, params.photoId, query.size, guest.member],
  );
  if (!photo) throw new AppError('not_found');
  if (!guest.member && !(rights.download && photo.allowed)) throw new AppError('download_not_allowed');
  if (!guest.member) await requirePin(db, door.id, guest.visitor?.id);
  const location = await fileAddress(services.storage, door.id, photo, query.size);
  if (!guest.member) {
    const gallery = { accountId: door.accountId, galleryId: door.id, grantId };
    const taken = { ...gallery, size: query.size, photoIds: [params.photoId] };
    await db.transaction((tx) => recordDownload(tx, taken, services.clock()));
  }
  return { body: undefined, status: 302, headers: { location, 'referrer-policy': 'no-referrer' } };
});

async function fileAddress(
  storage: Storage,
  galleryId: string,
  { filename, fileId, originalKey }: DownloadRow,
  size: 'original' | 'web',
): Promise<string> {
  if (size === 'original') return storage.presignGet('originals', originalKey, filename, DOWNLOAD_S);
  const key = renditionKey(galleryId, fileId, presetParams('fullscreen'));
  if (!(await storage.head('renditions', key))) throw new AppError('not_found', { status: 'processing' });
  return storage.presignGet('renditions', key, withExtension(filename, 'jpg'), DOWNLOAD_S);
}
