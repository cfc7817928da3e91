import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { COVER_ORDER, IS_VISIBLE } from '../photos/visibility.ts';
import { makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { findGalleryAccess, isPublic } from './access.ts';
import type { OgImageSource } from './og-image-drawing.ts';

/** Version of the drawing. Increase it after a change, so that each image is redrawn at its next refresh. */
const LAYOUT_VERSION = 1;

/**
 * Lateral join for `galleries g` and `accounts a`; no row while the gallery has no visible photo. The fingerprint is
 * computed in SQL, so that the cleanup finds outdated images without reading them.
 */
const OG_IMAGE_SOURCE = `lateral (
  select p.file_id, p.focal_x, p.focal_y, g.name as title, by.studio,
    encode(sha256(convert_to(
      jsonb_build_array(${LAYOUT_VERSION}, p.file_id, p.focal_x, p.focal_y, g.name, by.studio)::text, 'UTF8')), 'hex') as fingerprint
  from photos p,
    (select coalesce(max(nullif(s.value ->> 'businessName', '')), a.name) as studio
     from settings s where s.account_id = a.id and s.key = 'photographer') by
  where p.gallery_id = g.id and ${IS_VISIBLE}
  order by ${COVER_ORDER} limit 1) source`;

/** Returns null if there is nothing to draw. */
export async function readOgImageSource(db: Queryable, galleryId: string): Promise<OgImageSource | null> {
  const [row] = await db.query<OgImageSource & { x: number | null; y: number | null }>(
    `select source.file_id as "fileId", source.focal_x as x, source.focal_y as y, source.title, source.studio,
       source.fingerprint
     from galleries g join accounts a on a.id = g.account_id cross join ${OG_IMAGE_SOURCE} where g.id = $1`,
    [galleryId],
  );
  if (!row) return null;
  const { x, y, ...source } = row;
  return { ...source, focal: x === null || y === null ? null : { x, y } };
}

/** At most as long as an image token: a cache beyond our purge must not show the image longer (decisions §4). */
const CACHE_CONTROL = 'public, max-age=300';

interface OgRow {
  token: string;
  fingerprint: string | null;
}

/**
 * Synchronises a gallery's Open Graph image with its state: cover and name while anyone with the link may view the
 * gallery, otherwise none. Each image has its own unguessable URL, so a deleted one cannot be found from its successor.
 */
export async function refreshOgImage({ idempotencyKey, payload, jobs }: EffectRun<'og.refresh'>): Promise<void> {
  const { galleryId } = payload;
  const galleryAccess = await findGalleryAccess(jobs.db, galleryId);
  const open = galleryAccess !== null && isPublic(galleryAccess, jobs.clock());
  const source = open ? await readOgImageSource(jobs.db, galleryId) : null;
  const [row] = await jobs.db.query<OgRow>('select token, fingerprint from og_images where gallery_id = $1', [
    galleryId,
  ]);
  if (row && row.fingerprint === source?.fingerprint) return;
  if (row) await removeOgImage(jobs, galleryId, row.token, idempotencyKey);
  if (galleryAccess && source) await createOgImage(jobs, galleryAccess.accountId, galleryId, source);
}

export function ogImageKey(galleryId: string, token: string): string {
  return `og/${galleryId}/${token}.jpg`;
}

/** Deletes the row last: while it exists, a crashed job can run again. */
async function removeOgImage(
  jobs: JobServices,
  galleryId: string,
  token: string,
  idempotencyKey: string,
): Promise<void> {
  const key = ogImageKey(galleryId, token);
  await jobs.storage.remove('renditions', key);
  await jobs.purge([`/${key}`], idempotencyKey);
  await jobs.db.query('delete from og_images where gallery_id = $1 and token = $2', [galleryId, token]);
}

/** Draws the cover as visitors see it, including the watermark. */
async function createOgImage(
  jobs: JobServices,
  accountId: string,
  galleryId: string,
  source: OgImageSource,
): Promise<void> {
  const key = renditionKey(galleryId, source.fileId, presetParams('fullscreen'));
  const cover = await jobs.storage.get('renditions', key);
  // Ingest stores the rendition before the photo becomes ready; without it the preview has no image.
  if (!cover) return;
  const { drawOgImage } = await import('./og-image-drawing.ts');
  const body = await drawOgImage(new Uint8Array(await cover.arrayBuffer()), source);
  const token = makeToken();
  // Store the object before its row, because a row without an object would count as done. A token without a row is
  // unknown to everybody.
  await jobs.storage.put('renditions', ogImageKey(galleryId, token), body, {
    contentType: 'image/jpeg',
    cacheControl: CACHE_CONTROL,
  });
  await jobs.db.query(
    `insert into og_images (gallery_id, account_id, token, file_id, fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (gallery_id) do update
       set token = excluded.token, file_id = excluded.file_id, fingerprint = excluded.fingerprint`,
    [galleryId, accountId, token, source.fileId, source.fingerprint, timestamp(jobs.clock())],
  );
}

type Deps = Pick<JobServices, 'clock' | 'db'>;

/**
 * The cleanup checks galleries and studios that changed within this time, in milliseconds; it spans several runs, in
 * case one is missed.
 */
const RECENT_MS = 15 * 60 * 1000;
const BATCH_SIZE = 200;

/**
 * Refreshes Open Graph images after changes without a mutation: a gallery expires, its cover becomes ready after
 * publishing, or its studio is renamed.
 */
export async function cleanUpOgImages(jobs: Deps): Promise<number> {
  const now = jobs.clock();
  const rows = await jobs.db.query<{ id: string; accountId: string }>(
    `select g.id, g.account_id as "accountId" from og_images o join galleries g on g.id = o.gallery_id
       join accounts a on a.id = g.account_id
     where g.expires_at <= $1 or g.deleted_at is not null or a.deleted_at is not null
     union
     (select g.id, g.account_id from galleries g join accounts a on a.id = g.account_id
       left join og_images o on o.gallery_id = g.id cross join ${OG_IMAGE_SOURCE}
     where g.status = 'published' and g.visibility in ('public', 'link') and g.deleted_at is null and a.deleted_at is null
       and (g.expires_at is null or g.expires_at > $1)
       and (g.updated_at > $2 or a.updated_at > $2 or exists (
         select from settings s where s.account_id = a.id and s.key = 'photographer' and s.updated_at > $2))
       and o.fingerprint is distinct from source.fingerprint)
     limit ${BATCH_SIZE}`,
    [timestamp(now), timestamp(now - RECENT_MS)],
  );
  for (const { id: galleryId, accountId } of rows) {
    await enqueue(jobs.db, accountId, 'og.refresh', { galleryId }, now, { dedupeKey: `og:${galleryId}` });
  }
  return rows.length;
}
