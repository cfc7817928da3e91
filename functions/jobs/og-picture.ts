import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import { timestamp } from '../lib/db.ts';
import { findDoor, isOpenToAnyone } from '../lib/gallery-access.ts';
import { readCover } from '../lib/public-gallery.ts';
import { makeToken } from '../lib/secrets.ts';
import type { EffectRun } from './effect-run.ts';
import type { JobServices } from './services.ts';

/** As long as an image token at the most: a cache that no purge reaches must not show it for longer (decisions §4). */
const KEPT = 'public, max-age=300';

interface OgRow {
  token: string;
  fileId: string;
}

/**
 * Brings a gallery's Open Graph picture in line with its state: a copy of the cover's preview while anyone with the
 * link may see the gallery, none otherwise. Each copy has its own unguessable address, so one that was deleted cannot
 * be found again under a later gallery's.
 */
export async function refreshOgPicture({ wish, payload, jobs }: EffectRun<'og.refresh'>): Promise<void> {
  const { galleryId } = payload;
  const door = await findDoor(jobs.db, galleryId);
  const open = door !== null && isOpenToAnyone(door, jobs.clock());
  const cover = open ? await readCover(jobs.db, galleryId) : null;
  const [row] = await jobs.db.query<OgRow>('select token, file_id as "fileId" from og_pictures where gallery_id = $1', [
    galleryId,
  ]);
  if (row && row.fileId === cover?.fileId) return;
  if (row) await remove(jobs, galleryId, row.token, wish);
  if (door && cover) await make(jobs, door.accountId, galleryId, cover.fileId);
}

export function ogKey(galleryId: string, token: string): string {
  return `og/${galleryId}/${token}.jpg`;
}

/** The row last: while it is there, the job that died in between comes again. */
async function remove(jobs: JobServices, galleryId: string, token: string, wish: string): Promise<void> {
  const key = ogKey(galleryId, token);
  await jobs.storage.remove('renditions', key);
  await jobs.purge([`/${key}`], wish);
  await jobs.db.query('delete from og_pictures where gallery_id = $1 and token = $2', [galleryId, token]);
}

async function make(jobs: JobServices, accountId: string, galleryId: string, fileId: string): Promise<void> {
  const preview = await jobs.storage.get('renditions', renditionKey(galleryId, fileId, presetParams('preview')));
  // Ingest has written it before the photo became ready; without it there is a card without a picture.
  if (!preview) return;
  const body = new Uint8Array(await preview.arrayBuffer());
  const token = makeToken();
  // Before its row: a row without its object would be taken for done, and an object without a row is known to nobody.
  await jobs.storage.put('renditions', ogKey(galleryId, token), body, {
    contentType: 'image/jpeg',
    cacheControl: KEPT,
  });
  await jobs.db.query(
    `insert into og_pictures (gallery_id, account_id, token, file_id, created_at) values ($1, $2, $3, $4, $5)
     on conflict (gallery_id) do update set token = excluded.token, file_id = excluded.file_id`,
    [galleryId, accountId, token, fileId, timestamp(jobs.clock())],
  );
}
