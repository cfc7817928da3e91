import { HOUR_MS } from '#core/domain/values/durations.ts';
import { ID_LENGTH, makeId, parseAccountId } from '#core/domain/values/ids.ts';
import type { EffectRun, OriginalTransfer } from '../outbox/effects.ts';
import { enqueue, enqueueAll } from '../outbox/enqueue.ts';
import { enqueueGalleryPurge } from '../outbox/public-pages.ts';
import { random } from '../platform/auth/secrets.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import type { JobServices } from '../platform/job-services.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';
import { copyOriginal, removeOriginal } from '../platform/storage/originals.ts';
import { log } from '../platform/observability/telemetry.ts';
import { assertRoom, requireGallery } from './upload-room.ts';
import { replaceMissingCover } from './effects.ts';
import { retireFiles } from './rerender.ts';

const CONCURRENCY = 4;

/**
 * Copies originals to the new keys of their photos; the bucket notifies ingest. For a move, deletes each previous
 * original only after its copy exists. Idempotent: existing copies are skipped.
 */
export async function transferOriginals({ id, payload, jobs }: EffectRun<'photos.transfer'>): Promise<void> {
  const { fromGalleryId, isMove, items } = payload;
  const pendingSources = isMove ? await isSourceOfPending(jobs, id, items) : new Set();
  await mapConcurrently(CONCURRENCY, items, async (item) => {
    const isThere = await transferOne(jobs, item);
    if (!isMove || !isThere) return;
    const { photoId, from: key } = item;
    // Delete only this key: the photo may be back by now, with another original below the same ids.
    if (!pendingSources.has(key)) return removeOriginal(jobs.storage, key);
    const previous = { galleryId: fromGalleryId, photoId, key };
    const options = { dedupeKey: `erase-original:${key}` };
    await enqueue(jobs.db, parseAccountId(fromGalleryId), 'original.erase', previous, jobs.clock(), options);
  });
}

/**
 * Returns those originals that pending copies still need. Their number only falls, because a new copy names the current
 * original.
 */
async function isSourceOfPending(
  { db }: JobServices,
  id: string,
  items: readonly OriginalTransfer[],
): Promise<Set<string>> {
  const rows = await db.query<{ key: string }>(
    `select i ->> 'from' as key from outbox, jsonb_array_elements(payload -> 'items') as i
     where kind = 'photos.transfer' and done_at is null and id <> $1 and i ->> 'from' = any($2)`,
    [id, items.map(({ from }) => from)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns true if the original exists under its new key, or is no longer needed. */
async function transferOne(jobs: JobServices, item: OriginalTransfer): Promise<boolean> {
  const { db, storage } = jobs;
  const { photoId, from, to, mimeType } = item;
  if (await storage.head('originals', to)) return true;
  const [wanted] = await db.query('select id from photos where id = $1 and original_key = $2', [photoId, to]);
  // The photo was erased meanwhile, together with its previous original.
  if (!wanted) return true;
  const isThere =
    (await copyOriginal(storage, from, to, mimeType)) ||
    (await copyIfPresent(jobs, item)) ||
    // Another run of this effect has finished it.
    (await storage.head('originals', to)) !== null;
  if (isThere) {
    // The cleanup may have marked it as missing before it arrived.
    await db.query(
      `update photos set status = 'processing', failure_reason = null
       where id = $1 and original_key = $2 and status = 'failed' and failure_reason = 'upload_missing'`,
      [photoId, to],
    );
    return true;
  }
  log('error', 'original_missing', { id: photoId });
  await db.query(
    `update photos set status = 'failed', failure_reason = 'upload_missing'
     where id = $1 and original_key = $2 and status = 'processing'`,
    [photoId, to],
  );
  return false;
}

/** Copies from the source photo's current key: the source may have moved since, with the same content. */
async function copyIfPresent({ db, storage }: JobServices, { photoId, fromPhotoId, to, mimeType }: OriginalTransfer) {
  const [source] = await db.query<{ key: string }>(
    `select s.original_key as key from photos s join photos p on p.account_id = s.account_id and p.id = $1
     where s.id = $2 and s.original_key <> $3 and s.size = p.size and s.sha256 is not distinct from p.sha256`,
    [photoId, fromPhotoId, to],
  );
  return source !== undefined && copyOriginal(storage, source.key, to, mimeType);
}

/** Originals per effect, so that it ends well within its lease. */
const TRANSFER_BATCH_SIZE = 20;

interface PhotoToMove extends OriginalTransfer {
  fileId: string;
}

/** The source gallery, and the gallery and section that photos are moved or copied to. */
interface Target {
  galleryId: string;
  toGalleryId: string;
  sectionId: string | null;
}

interface Copy {
  from: string;
  id: string;
}

/**
 * Moves photo rows and gives them new object keys; the outbox copies the originals, and ingest renders them when they
 * arrive. Pending replacements are dropped.
 */
export async function movePhotos(
  { galleryId: fromGalleryId, toGalleryId, sectionId, photoIds }: Target & { photoIds: readonly string[] },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const ids = [...new Set(photoIds)].sort();
  const moving = await sql.query<PhotoToMove>(
    `select id as "photoId", id as "fromPhotoId", file_id as "fileId", original_key as "from",
       $3::text || '/' || id || '/' || k.name as "to", mime_type as "mimeType"
     from photos join unnest($2::text[], $4::text[]) as k (photo, name) on k.photo = id
     where account_id = $1 and gallery_id = $5 order by id for update of photos`,
    [ctx.accountId, ids, toGalleryId, ids.map(() => makeId(random)), fromGalleryId],
  );
  // The photos are locked, so that no new replacement can be added.
  const left = await sql.query<{ photoId: string; key: string }>(
    `delete from photo_replacements where account_id = $1 and photo_id = any($2)
     returning photo_id as "photoId", original_key as key`,
    [ctx.accountId, ids],
  );
  await sql.query(
    `update photos p set gallery_id = $2, section_id = $3, status = 'processing', original_key = v.key,
       file_id = v.file_id, "order" = v.position
     from (select u.*, ${nextOrder('$2', 'q')} as position
       from unnest($4::text[], $5::text[], $6::text[]) as u (id, key, file_id) join photos q on q.id = u.id) v
     where p.id = v.id and p.account_id = $1`,
    [
      ctx.accountId,
      toGalleryId,
      sectionId,
      moving.map(({ photoId }) => photoId),
      moving.map(({ to }) => to),
      moving.map(() => makeId(random, ID_LENGTH.file)),
    ],
  );
  const previous = moving.map(({ photoId, fileId }) => ({ photoId, fileId, galleryId: fromGalleryId }));
  await retireFiles(sql, ctx.accountId, previous, now);
  await transfer(moving, { fromGalleryId, isMove: true }, { sql, ctx, now });
  const erased = left.map(({ photoId, key }) => ({
    payload: { galleryId: fromGalleryId, photoId, key },
    dedupeKey: `erase-original:${key}`,
  }));
  // Delete them after their signed upload URLs have expired.
  await enqueueAll(sql, ctx.accountId, 'original.erase', erased, now, { runAfter: now + UPLOAD_ENDED_MS });
  await replaceMissingCover(fromGalleryId, { sql, ctx, now });
  await enqueueGalleryPurge(sql, ctx.accountId, fromGalleryId, now, { takesAway: true });
  await enqueueGalleryPurge(sql, ctx.accountId, toGalleryId, now);
}

/** SQL: positions behind all other photos of the gallery, in the relative order of the new ones. */
const nextOrder = (gallery: string, alias: string) =>
  `(select coalesce(max("order"), 0) from photos where gallery_id = ${gallery})
         + dense_rank() over (order by ${alias}."order")`;

/** Upload URLs are signed for an hour; this is longer. */
const UPLOAD_ENDED_MS = 2 * HOUR_MS;

/** @throws AppError `cap_reached`; `limit_reached` if the copies do not fit, as for an upload of them */
export async function assertRoomForCopies(
  { galleryId, copies }: { galleryId: string; copies: readonly Copy[] },
  { sql, ctx }: EffectContext,
): Promise<void> {
  const files = await sql.query<{ photoId: string; size: number }>(
    `select c.id as "photoId", p.size from photos p
       join unnest($3::text[], $4::text[]) as c (source, id) on c.source = p.id
     where p.account_id = $1 and p.gallery_id = $2`,
    [ctx.accountId, galleryId, copies.map(({ from }) => from), copies.map(({ id }) => id)],
  );
  // A gallery of another studio is refused by the mutator.
  if (files.length > 0)
    await assertRoom(sql, ctx.accountId, await requireGallery(sql, ctx.accountId, galleryId), files, null);
}

/** Copies photos. Each copy stays `processing` until its original and renditions exist. */
export async function copyPhotos(
  { galleryId: fromGalleryId, toGalleryId, sectionId, copies }: Target & { copies: readonly Copy[] },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const copied = await sql.query<OriginalTransfer>(
    `with copies as (
       select * from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as c (source, id, name, file_id)),
     sources as (select p.*, c.id as copy_id, c.name, c.file_id as copy_file_id from photos p
       join copies c on c.source = p.id where p.account_id = $1 and p.gallery_id = $2),
     made as (insert into photos (id, account_id, author_id, gallery_id, section_id, filename, source_filename, file_id, status, size,
         mime_type, original_key, sha256, metadata, captured_at, capture_offset, rotation, focal_x, focal_y, "order",
         is_hidden, held_at)
       select s.copy_id, s.account_id, $7::uuid, $8::text, $9::text, s.filename, s.source_filename, s.copy_file_id, 'processing', s.size,
         s.mime_type, $8::text || '/' || s.copy_id || '/' || s.name, s.sha256, s.metadata, s.captured_at, s.capture_offset,
         s.rotation, s.focal_x, s.focal_y, ${nextOrder('$8', 's')}, s.is_hidden, s.held_at
       from sources s)
     select copy_id as "photoId", id as "fromPhotoId", original_key as "from",
       $8::text || '/' || copy_id || '/' || name as "to", mime_type as "mimeType" from sources`,
    [
      ctx.accountId,
      fromGalleryId,
      copies.map(({ from }) => from),
      copies.map(({ id }) => id),
      copies.map(() => makeId(random)),
      copies.map(() => makeId(random, ID_LENGTH.file)),
      ctx.userId,
      toGalleryId,
      sectionId,
    ],
  );
  await transfer(copied, { fromGalleryId, isMove: false }, { sql, ctx, now });
  await enqueueGalleryPurge(sql, ctx.accountId, toGalleryId, now);
}

async function transfer(
  photos: readonly OriginalTransfer[],
  what: { fromGalleryId: string; isMove: boolean },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const items = photos.map(({ photoId, fromPhotoId, from, to, mimeType }) => ({
    photoId,
    fromPhotoId,
    from,
    to,
    mimeType,
  }));
  for (let at = 0; at < items.length; at += TRANSFER_BATCH_SIZE) {
    const payload = { ...what, items: items.slice(at, at + TRANSFER_BATCH_SIZE) };
    await enqueue(sql, ctx.accountId, 'photos.transfer', payload, now);
  }
}
