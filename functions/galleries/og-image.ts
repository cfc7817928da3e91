import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { makeToken } from '../platform/auth/secrets.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { findGalleryAccess, isPublic } from './access.ts';
import type { OgImageSource } from './og-image-drawing.ts';
import { readOgImageSource } from './og-image-source.ts';

/** At most as long as an image token: a cache beyond our purge must not show the image longer. */
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

function ogImageKey(galleryId: string, token: string): string {
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
  // Ingest has written it before the photo became ready; without it there is a card without a picture.
  if (!cover) return;
  const { drawOgImage } = await import('./og-image-drawing.ts');
  const body = await drawOgImage(cover.bytes, source);
  const token = makeToken();
  // Stores the object first: a row without one would count as finished; the URL of an object without a row is unknown.
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
