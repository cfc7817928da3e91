import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { SECRET_LENGTH } from '#core/domain/site/site-pictures.ts';
import type { EffectRun } from '../../outbox/effects.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { random } from '../../platform/auth/secrets.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { timestamp } from '../../platform/db/database.ts';
import type { JobServices } from '../../platform/job-services.ts';
import { picturePrefix, removePictureObjects, storePicture } from './objects.ts';
import { readWantedPhotos, type WantedPhoto } from './wanted.ts';

interface PictureRow {
  photoId: string;
  fileId: string;
  token: string;
  createdAt: number;
  isReady: boolean;
}

/** Pictures per run, well within the lease: one takes less than half a second. */
const BATCH_SIZE = 40;
const CONCURRENCY = 4;

/**
 * How long a photo's previous version stays after the next one was noticed, in milliseconds: pages that name it are
 * cached for a minute, and open ones load further pictures while a visitor scrolls.
 */
const SUPERSEDED_MS = 2 * MINUTE_MS;

/**
 * Brings the public pictures of a studio's website in line with its live release, its photos, galleries and permissions:
 * makes the missing ones, and removes all others immediately. Until a picture is ready, pages show the photo through
 * the image token, if everybody may see its gallery, else not at all.
 */
export async function refreshSitePictures({
  idempotencyKey,
  payload: { accountId },
  jobs,
}: EffectRun<'site.pictures'>): Promise<void> {
  const now = jobs.clock();
  const wanted = new Map((await readWantedPhotos(jobs.db, accountId, now)).map((photo) => [photo.id, photo]));
  const rows = await noteWanted(jobs, accountId, [...wanted.values()]);
  const isWanted = ({ photoId, fileId }: PictureRow) => wanted.get(photoId)?.fileId === fileId;
  const successors = new Map(rows.filter(isWanted).map((row) => [row.photoId, row]));
  const endOf = ({ photoId }: PictureRow) => (successors.get(photoId)?.createdAt ?? -SUPERSEDED_MS) + SUPERSEDED_MS;
  const others = rows.filter((row) => !isWanted(row));
  // Removes before it makes: a removal must not wait for a failing copy.
  await removePictures(
    jobs,
    accountId,
    others.filter((row) => endOf(row) <= now),
    idempotencyKey,
  );
  const missing = rows.filter((row) => isWanted(row) && !row.isReady);
  await mapConcurrently(CONCURRENCY, missing.slice(0, BATCH_SIZE), ({ photoId, token }) =>
    makePicture(jobs, wanted.get(photoId)!, token),
  );
  const ends = others.map(endOf).filter((end) => end > now);
  const next = missing.length > BATCH_SIZE ? now : Math.min(...ends);
  if (next === Infinity) return;
  // A new request has a key of its own, so that CloudFront repeats an equal purge.
  const options = { dedupeKey: `site-pictures:${accountId}`, runAfter: next };
  await enqueue(jobs.db, accountId, 'site.pictures', { accountId }, jobs.clock(), options);
}

/**
 * Writes a row for each wanted version, with its token, before any object is stored: an interrupted run leaves nothing
 * without a row. Returns all rows, those without objects last tried first.
 */
async function noteWanted(
  { db, clock }: JobServices,
  accountId: string,
  wanted: readonly WantedPhoto[],
): Promise<PictureRow[]> {
  const tokens = wanted.map(() => `${accountId}/${makeId(random, SECRET_LENGTH)}`);
  await db.query(
    `insert into site_pictures (account_id, photo_id, file_id, token, created_at)
     select $1, w.* , $5 from unnest($2::text[], $3::text[], $4::text[]) as w (photo_id, file_id, token)
     on conflict (account_id, photo_id, file_id) do nothing`,
    [accountId, wanted.map(({ id }) => id), wanted.map(({ fileId }) => fileId), tokens, timestamp(clock())],
  );
  return db.query<PictureRow>(
    `select photo_id as "photoId", file_id as "fileId", token, created_at as "createdAt", ready_at is not null as "isReady"
     from site_pictures where account_id = $1 order by created_at desc, token`,
    [accountId],
  );
}

async function makePicture({ db, storage, clock }: JobServices, photo: WantedPhoto, token: string): Promise<void> {
  const widths = await storePicture(storage, photo, token);
  if (!widths) return;
  const made = await db.query(
    'update site_pictures set ready_at = $2, widths = $3::smallint[] where token = $1 returning token',
    [token, timestamp(clock()), widths],
  );
  // Another run removed the row meanwhile, and the objects that were there then.
  if (made.length === 0) await removePictureObjects(storage, [token]);
}

/** Above this number, purges all of the studio's pictures instead, because each path costs money. */
const MAX_PURGED_PATHS = 5;

/** Deletes objects, then cached copies, then rows: while a row exists, the job can run again. */
async function removePictures(
  jobs: JobServices,
  accountId: string,
  rows: readonly PictureRow[],
  idempotencyKey: string,
): Promise<void> {
  if (rows.length === 0) return;
  const tokens = rows.map(({ token }) => token);
  await removePictureObjects(jobs.storage, tokens);
  const paths =
    tokens.length > MAX_PURGED_PATHS ? [`/${picturePrefix(accountId)}*`] : tokens.map((token) => `/site/${token}-*`);
  await jobs.purge(paths, idempotencyKey);
  const tenants = jobs.domains
    ? await jobs.db.query<{ id: string }>(
        'select tenant_id as id from domains where account_id = $1 and tenant_id is not null',
        [accountId],
      )
    : [];
  for (const { id } of tenants) await jobs.domains!.tenants.purge(id, paths, idempotencyKey);
  await jobs.db.query('delete from site_pictures where account_id = $1 and token = any ($2::text[])', [
    accountId,
    tokens,
  ]);
}
