import { type GuestFile, uploads } from '#core/api/uploads.ts';
import { assertMayBeVisited, studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { isGuestLinkOpen } from '#core/domain/galleries/guest-uploads.ts';
import type { PhotoFailure, PhotoStatus } from '#core/domain/photos/photos.ts';
import { MAX_WAITING_GUEST_PHOTOS, PART_RULES } from '#core/domain/photos/uploads.ts';
import { STUDIO_FACTS } from '../platform/studio-facts.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { confirmUpload, removeUpload } from './confirm-upload.ts';
import { countOpenUpload, uncountOpenUpload } from './guest-uploads-open.ts';
import { signUpload } from './presign.ts';
import { assertRoom, UPLOAD_ROOM, UPLOAD_ROOM_TABLES, type UploadRoom } from '../photos/upload-room.ts';
import { findLastOrder, findUploads, type PreparedUpload, prepareUpload, type UploadError } from './rows.ts';

const CONCURRENCY = 8;

interface GuestLink extends UploadRoom, StudioFacts {
  accountId: string;
  galleryId: string;
  authorId: string;
  sectionId: string | null;
  galleryName: string;
  isOpen: boolean;
  endsAt: number | null;
}

/** @throws AppError `not_found` for an unknown, closed or ended link, whose difference is nobody's business */
async function requireLink(db: Queryable, token: string, now: number, lock = ''): Promise<GuestLink> {
  const [link] = await db.query<GuestLink>(
    `select l.account_id as "accountId", l.gallery_id as "galleryId", l.author_id as "authorId",
       l.section_id as "sectionId", g.name as "galleryName", l.is_open as "isOpen", l.ends_at as "endsAt", ${UPLOAD_ROOM},
       ${STUDIO_FACTS}
     from guest_upload_links l join galleries g on g.id = l.gallery_id join accounts a on a.id = l.account_id ${UPLOAD_ROOM_TABLES}
     where l.token_hash = $1 and g.deleted_at is null and a.deleted_at is null ${lock}`,
    [hashToken(token)],
  );
  if (!link || !isGuestLinkOpen(link, now)) throw new AppError('not_found');
  assertMayBeVisited(studioAccess(link));
  return link;
}

export const guestView = defineHandler(uploads.guestView, async ({ services, request, params }) => {
  const now = services.clock();
  await limitAttempts(services.db, 'guest-upload-views', { network: request.viewerIp }, now);
  const { galleryName } = await requireLink(services.db, params.token, now);
  return { body: { galleryName } };
});

export const guestPresign = defineHandler(uploads.guestPresign, async ({ services, request, params, body }) => {
  const { db, storage } = services;
  const now = services.clock();
  await limitAttempts(db, 'guest-uploads', { network: request.viewerIp }, now);
  const { prepared, refused } = await prepareFiles(db, params.token, body, request.viewerIp, now);
  const signed: Array<{ photoId: string; url: string; method: 'PUT'; headers: Record<string, string> }> = [];
  const arrived: string[] = [];
  await mapConcurrently(CONCURRENCY, prepared, async ({ file, upload }) => {
    if (upload.leftover) await removeUpload(storage, upload.leftover);
    const missing = await signUpload(db, storage, file, upload, PART_RULES);
    if ('put' in missing) signed.push({ photoId: file.photoId, ...missing.put });
    else arrived.push(file.photoId);
  });
  return { body: { uploads: signed, arrived, refused } };
});

/**
 * Creates the hidden rows under the link's lock. Photos that have arrived count for the gallery, those that are being
 * sent for the guest's network only: unused URLs take no quota from other guests. A plan's room includes both.
 */
function prepareFiles(
  db: Database,
  token: string,
  { name, files }: { name: string; files: readonly GuestFile[] },
  viewerIp: string,
  now: number,
) {
  return db.transaction(async (tx) => {
    const link = await requireLink(tx, token, now, 'for no key update of l');
    await assertRoom(tx, link.accountId, link, files, now);
    const known = await findGuestPhotos(tx, link, files);
    const order = await findLastOrder(tx, link.galleryId);
    // Assistants have the fewest rights of all who upload.
    const guest = { accountId: link.accountId, userId: link.authorId, role: 'assistant', access: 'open' } as const;
    const prepared: Array<{ file: GuestFile; upload: PreparedUpload }> = [];
    const refused: UploadError[] = [];
    let { waiting } = known;
    for (const file of files) {
      const { photoId, sha256 } = file;
      const isOwn = known.ids.has(photoId);
      if (!isOwn && sha256 && known.hashes.has(sha256)) {
        refused.push({ photoId, code: 'duplicate', field: 'sha256' });
      } else if (!isOwn && (known.others.has(photoId) || waiting >= MAX_WAITING_GUEST_PHOTOS)) {
        refused.push({ photoId, code: known.others.has(photoId) ? 'conflict' : 'limit_reached' });
      } else if (!isOwn && !(await countOpenUpload(tx, { gallery: link.galleryId, network: viewerIp }, now))) {
        refused.push({ photoId, code: 'rate_limited' });
      } else {
        const upload = await prepareUpload(tx, guest, link.galleryId, { ...file, keepDuplicate: true }, order, now);
        if ('code' in upload) refused.push({ photoId, code: upload.code });
        else {
          prepared.push({ file, upload });
          if (!isOwn) await markAsGuests(tx, link, photoId, name, now);
          known.ids.add(photoId);
          if (sha256) known.hashes.add(sha256);
          if (!isOwn) waiting += 1;
        }
      }
    }
    return { prepared, refused };
  });
}

/** Returns which of the files are known: as photos of this gallery's guests, by content, or as anybody else's photos. */
async function findGuestPhotos(tx: Queryable, { accountId, galleryId }: GuestLink, files: readonly GuestFile[]) {
  const ids = files.map(({ photoId }) => photoId);
  const rows = await tx.query<{ id: string; isOwn: boolean }>(
    `select p.id, g.photo_id is not null and p.gallery_id = $2 as "isOwn"
     from photos p left join guest_photos g on g.photo_id = p.id and g.account_id = $1
     where p.id = any ($3)`,
    [accountId, galleryId, ids],
  );
  const hashes = await tx.query<{ sha256: string }>(
    `select p.sha256 from guest_photos g join photos p on p.id = g.photo_id
     where p.account_id = $1 and p.gallery_id = $2 and p.sha256 = any ($3) and p.status <> 'failed'
       and p.deleted_at is null`,
    [accountId, galleryId, files.flatMap(({ sha256 }) => sha256 ?? [])],
  );
  const [count] = await tx.query<{ waiting: number }>(
    `select count(*)::integer as waiting from guest_photos g join photos p on p.id = g.photo_id
     where p.account_id = $1 and p.gallery_id = $2 and p.is_hidden and p.status <> 'uploading' and p.deleted_at is null`,
    [accountId, galleryId],
  );
  const of = (isOwn: boolean) => new Set(rows.filter((row) => row.isOwn === isOwn).map(({ id }) => id));
  return {
    ids: of(true),
    others: of(false),
    hashes: new Set(hashes.map(({ sha256 }) => sha256)),
    waiting: count?.waiting ?? 0,
  };
}

async function markAsGuests(
  tx: Queryable,
  { accountId, sectionId }: GuestLink,
  photoId: string,
  name: string,
  now: number,
): Promise<void> {
  await tx.query('update photos set is_hidden = true, section_id = $3 where id = $1 and account_id = $2', [
    photoId,
    accountId,
    sectionId,
  ]);
  await tx.query('insert into guest_photos (photo_id, account_id, name, created_at) values ($1, $2, $3, $4)', [
    photoId,
    accountId,
    name,
    timestamp(now),
  ]);
}

export const guestComplete = defineHandler(uploads.guestComplete, async ({ services, request, params, body }) => {
  const { db, storage } = services;
  const now = services.clock();
  await limitAttempts(db, 'guest-upload-confirmations', { network: request.viewerIp }, now);
  const { accountId, galleryId } = await requireLink(db, params.token, now);
  const photoIds = [...new Set(body.photoIds)];
  const own = await db.query<{ id: string }>(
    'select photo_id as id from guest_photos where account_id = $1 and photo_id = any ($2)',
    [accountId, photoIds],
  );
  const rows = await findUploads(
    db,
    accountId,
    galleryId,
    own.map(({ id }) => id),
  );
  const photos: Array<{ photoId: string; status: PhotoStatus; failure: PhotoFailure | null }> = [];
  const refused: UploadError[] = [];
  await mapConcurrently(CONCURRENCY, photoIds, async (photoId) => {
    const row = rows.get(photoId);
    if (!row) return void refused.push({ photoId, code: 'not_found' });
    // Also checks a file that ingest has claimed meanwhile: ingest would reject it only after this answer.
    const isOpen = row.status === 'uploading' || row.status === 'processing';
    const { status, failure } = isOpen ? await confirmUpload(db, storage, row) : row;
    if (status !== 'uploading')
      await uncountOpenUpload(db, photoId, { gallery: galleryId, network: request.viewerIp }, now);
    if (status === 'uploading') refused.push({ photoId, code: 'upload_missing' });
    else photos.push({ photoId, status, failure });
  });
  return { body: { photos, refused } };
});
