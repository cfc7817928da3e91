import { publicPages } from '#core/api/public.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import { indexWithoutLocation, RangeReader, readWithoutLocation, withIndex } from '../photos/object-streams.ts';
import { HAS_NO_PREVIEW, IS_VISIBLE } from '../photos/visibility.ts';
import { findWebRendition } from '../photos/web-rendition.ts';
import type { Queryable } from '../platform/db/database.ts';
import { originalName, withExtension } from '../platform/http/content-disposition.ts';
import { type Call, defineHandler, type HandlerResult, type Redirect } from '../platform/http/handler.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { countOccurrence, isWithinLimit, limitAttempts } from '../platform/http/rate-limit.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import { reportPageError } from '../platform/observability/report-error.ts';
import { log } from '../platform/observability/telemetry.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import type { ReadMethod, Storage } from '../platform/storage/storage.ts';
import { storeStream } from '../platform/storage/store-stream.ts';
import { findSlugRedirect, findStudio, isBookingOpen, readContactOptions } from '../public-studio/find-studio.ts';
import { accessError, findGalleryAccess, isPublic } from './access.ts';
import { assertBelowCap, limitDownloads, limitPlays, requirePin } from './download-access.ts';
import { recordDownload, recordViews } from './events.ts';
import { listPublicGalleries, readPublicGallery } from './public-gallery.ts';
import { orRefusalPage } from './refused-file.ts';
import { decideAccess, identifyCaller } from './visitors.ts';

export { plainGallery, plainPassword } from './plain-gallery.ts';
export { verify } from './verify-access.ts';

/** The CDN caches for a minute, browsers not at all (docs/decisions/gallery-access.md). */
const SHORT_CACHE_HEADERS = { 'cache-control': 'public, max-age=0, s-maxage=60' };

/** During an event new photos follow after loading, so that the page may be old, but not for long. */
const EVENT_CACHE_HEADERS = { 'cache-control': 'public, max-age=0, s-maxage=10' };

/** Lifetime of a download URL in seconds, short so that revocation takes effect. */
const DOWNLOAD_S = 60;

/**
 * Returns the redirect from a studio's former slug to its present one, as briefly cached as the answer there.
 * @param rest path below the slug
 * @throws AppError `not_found` for a slug that no studio had
 */
async function redirectFormerSlug(db: Queryable, slug: string, rest = ''): Promise<Redirect> {
  const current = await findSlugRedirect(db, slug);
  if (current === null) throw new AppError('not_found');
  return { status: 308, location: `/api/p/${current}${rest}`, headers: SHORT_CACHE_HEADERS };
}

export const studio = defineHandler(publicPages.studio, async ({ services, params }) => {
  const found = await findStudio(services.db, params.accountSlug);
  if (!found) return redirectFormerSlug(services.db, params.accountSlug);
  const { accountId, studio: studioProfile } = found;
  const [galleries, open, contact] = await Promise.all([
    listPublicGalleries(services.db, accountId, services.clock()),
    isBookingOpen(services.db, accountId),
    readContactOptions(services.db, found),
  ]);
  return { body: { studio: studioProfile, galleries, booking: open, contact }, headers: SHORT_CACHE_HEADERS };
});

export { report } from '../notices/report.ts';

export const gallery = defineHandler(publicPages.gallery, async ({ services, request, params }) => {
  const now = services.clock();
  const [found, galleryAccess] = await Promise.all([
    findStudio(services.db, params.accountSlug),
    findGalleryAccess(services.db, params.galleryId),
  ]);
  if (!found)
    return redirectFormerSlug(services.db, params.accountSlug, `/gallery/${encodeURIComponent(params.galleryId)}`);
  if (!galleryAccess || galleryAccess.accountId !== found.accountId) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access, { studio: found.studio });
  const read = await readPublicGallery(services.db, galleryAccess.accountId, galleryAccess.id);
  if (!read) throw new AppError('not_found');
  const cached = isPublic(galleryAccess, now) && !caller.member;
  return {
    body: { studio: found.studio, ...read },
    headers: cached ? (read.gallery.event ? EVENT_CACHE_HEADERS : SHORT_CACHE_HEADERS) : {},
  };
});

export const views = defineHandler(publicPages.views, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  if (!caller.visitor) return { body: { counted: 0 } };
  await limitAttempts(db, 'photo-views', { network: request.viewerIp }, now);
  await limitAttempts(db, 'photo-views-visitor', { visitor: caller.visitor.id }, now);
  const photos = await db.query<{ id: string }>(
    `select p.id from photos p where p.gallery_id = $1 and p.id = any ($2) and ${IS_VISIBLE}`,
    [galleryAccess.id, body.photoIds],
  );
  const viewed = {
    accountId: galleryAccess.accountId,
    galleryId: galleryAccess.id,
    photoIds: photos.map(({ id }) => id),
  };
  return { body: { counted: await db.transaction((tx) => recordViews(tx, viewed, now)) } };
});

interface DownloadRow {
  filename: string;
  mimeType: string;
  fileId: string;
  originalKey: string;
  /** Bytes of the original. */
  bytes: number;
  removeLocation: boolean;
  allowed: boolean;
}

/** Returns the error for a photo that visitors may not have. */
async function missingPhoto(db: Queryable, galleryId: string, photoId: string): Promise<AppError> {
  const held = await db.query('select from photos where gallery_id = $1 and id = $2 and held_at is not null', [
    galleryId,
    photoId,
  ]);
  return new AppError(held.length > 0 ? 'content_blocked' : 'not_found');
}

/** Name of an original's copy without GPS data, beside the renditions of its file id, with which it is deleted. */
const WITHOUT_LOCATION = 'original';

export const download = defineHandler(publicPages.download, (call) =>
  orRefusalPage(call.services, call.request, call.params.galleryId, () => toFile(call)),
);

async function toFile({ services, request, params, query }: Call<typeof publicPages.download>): Promise<Redirect> {
  const { db } = services;
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access, rights, grantId } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  const [photo] = await db.query<DownloadRow>(
    `select p.filename, p.mime_type as "mimeType", p.file_id as "fileId", p.original_key as "originalKey",
       p.size as bytes, (g.remove_location or $3 = 'web') and not $4 as "removeLocation",
       case when $3 = 'original' then g.allow_original else g.allow_web end as allowed
     from photos p join galleries g on g.id = p.gallery_id
     where p.gallery_id = $1 and p.id = $2 and not ($3 = 'web' and ${HAS_NO_PREVIEW}) and (${IS_VISIBLE} or $4 and p.status = 'ready' and p.deleted_at is null)`,
    [galleryAccess.id, params.photoId, query.size, caller.member],
  );
  if (!photo) throw await missingPhoto(db, galleryAccess.id, params.photoId);
  if (!caller.member && !(rights.download && photo.allowed)) throw new AppError('download_not_allowed');
  if (!caller.member) {
    assertBelowCap(galleryAccess);
    await requirePin(db, galleryAccess.id, caller.visitor?.id);
    const { bytes } = photo;
    await limitDownloads(db, { request, galleryId: galleryAccess.id, grantId, bytes }, services.clock());
  }
  const method = readsHeadersOnly(request) ? 'HEAD' : 'GET';
  const file = await presignFileUrl(services.storage, galleryAccess.id, photo, query.size, method);
  if (!caller.member && method === 'GET') {
    const gallery = { accountId: galleryAccess.accountId, galleryId: galleryAccess.id, grantId };
    // The same file again on the same day is a download that was interrupted, or a page that was opened again.
    const who = caller.visitor?.id ?? networkPrefix(request.viewerIp);
    const bytes = { amount: file.bytes, once: `${photo.fileId}:${query.size}:${who}` };
    const taken = { ...gallery, size: query.size, bytes, photoIds: [params.photoId] };
    await db.transaction((tx) => recordDownload(tx, taken, services.clock()));
  }
  return { status: 302, location: file.url, headers: { 'referrer-policy': 'no-referrer' } };
}

/** Lifetime of a player's URL in seconds: that of an image token, after which the player asks again. */
const PLAY_S = 300;

export const play = defineHandler(publicPages.play, (call) =>
  orRefusalPage(call.services, call.request, call.params.galleryId, () => toVideo(call)),
);

async function toVideo({
  services,
  request,
  params,
  query,
}: Call<typeof publicPages.play>): Promise<HandlerResult<{ url: string }> | Redirect> {
  const { db, storage } = services;
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access, grantId } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  const [photo] = await db.query<Original>(
    `select p.filename, p.mime_type as "mimeType", p.file_id as "fileId", p.original_key as "originalKey",
       p.size as bytes, (g.remove_location or not g.allow_original) and not $3 as "removeLocation"
     from photos p join galleries g on g.id = p.gallery_id
     where p.gallery_id = $1 and p.id = $2 and (${IS_VISIBLE} or $3 and p.status = 'ready' and p.deleted_at is null)`,
    [galleryAccess.id, params.photoId, caller.member],
  );
  if (!photo || !isVideo(photo)) throw await missingPhoto(db, galleryAccess.id, params.photoId);
  if (!caller.member) {
    const { bytes } = photo;
    const viewing = { photoId: params.photoId, visitorId: caller.visitor?.id ?? null, grantId, bytes };
    await limitPlays(db, { ...viewing, request, galleryId: galleryAccess.id }, services.clock());
  }
  // Browsers that refuse QuickTime by its type play its codecs as MP4, which is the same container.
  const type = photo.mimeType === 'video/webm' ? photo.mimeType : 'video/mp4';
  const method = readsHeadersOnly(request) ? 'HEAD' : 'GET';
  const url = await storage.presignView(
    ...(await findOriginal(storage, galleryAccess.id, photo)),
    type,
    PLAY_S,
    method,
  );
  if (query.as === 'json') return { body: { url } };
  return { status: 302, location: url, headers: { 'referrer-policy': 'no-referrer' } };
}

/** Signs the URL of a download. Its bytes are the original's also where GPS data is left out. */
async function presignFileUrl(
  storage: Storage,
  galleryId: string,
  photo: DownloadRow,
  size: 'original' | 'web',
  method: ReadMethod,
): Promise<{ url: string; bytes: number }> {
  const { filename, mimeType, fileId, bytes } = photo;
  // A video has one size: its original, whose URL only those get who may have the original.
  if (size === 'original' || isVideo(photo)) {
    const name = originalName(filename, mimeType);
    const [bucket, key] = await findOriginal(storage, galleryId, photo);
    return { url: await storage.presignGet(bucket, key, name, DOWNLOAD_S, method), bytes };
  }
  const web = await findWebRendition(storage, galleryId, fileId);
  if (!web) throw new AppError('not_found', { status: 'processing' });
  const name = withExtension(filename, 'jpg');
  return { url: await storage.presignGet('renditions', web.key, name, DOWNLOAD_S, method), bytes: web.size };
}

type Original = Omit<DownloadRow, 'allowed'>;

/** Returns where the original is as this caller gets it: the studio's, or a copy without GPS data. */
async function findOriginal(storage: Storage, galleryId: string, photo: Original): Promise<[BucketName, string]> {
  const copied = photo.removeLocation && (await copyWithoutLocation(storage, galleryId, photo));
  return copied ? ['renditions', copied] : ['originals', photo.originalKey];
}

/** Returns the key of the original's copy without GPS data, which the first download makes; null for a video without. */
async function copyWithoutLocation(
  storage: Storage,
  galleryId: string,
  { fileId, originalKey, bytes, mimeType }: Original,
): Promise<string | null> {
  const key = `${galleryId}/${fileId}/${WITHOUT_LOCATION}`;
  if (await storage.head('renditions', key)) return key;
  const entry = { key: originalKey, size: bytes };
  if (isVideo({ mimeType })) {
    const index = await indexWithoutLocation(storage, entry);
    if (!index) return null;
    const pieces = new RangeReader(storage, 'originals', [entry]).of(entry);
    await storeStream(storage, key, withIndex(pieces, index), mimeType);
    return key;
  }
  const body = await readWithoutLocation(new RangeReader(storage, 'originals', [entry]), entry);
  await storage.put('renditions', key, body, { contentType: mimeType });
  return key;
}

/** Reports an hour that go on to Sentry, of all visitors: anybody may send them, and each counts there. */
const FORWARDED = 60;

export const pageError = defineHandler(publicPages.pageError, async ({ services: { db, clock }, request, body }) => {
  const now = clock();
  const network = { network: request.viewerIp };
  await limitAttempts(db, 'page-errors', network, now);
  await limitAttempts(db, 'page-errors-all', network, now);
  log('warn', 'page_error', { page: body.page, error: body.type, stack: body.frames.join('\n') });
  // The back office reports its own, after consent. Only what goes on counts, so that no network uses the hour up.
  if (body.page !== 'public' || !(await isWithinLimit(db, 'page-errors-forwarded', network, now))) return { body: {} };
  if ((await countOccurrence(db, 'page-errors-forwarded-all', HOUR_MS, now)) <= FORWARDED) await reportPageError(body);
  return { body: {} };
});
