import type { EffectRun, RerenderPosition } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { clearFiles, requestRerender, RERENDER_BATCH_SIZE } from './rerender.ts';

/*
 * Has photos made anew that are to look otherwise than they do. Ingest is told of their originals: it has the decoder
 * and its own repetitions, and finds nothing to do for a photo that another run was faster with. Those that are lost on
 * their way are found by the sweep.
 */

/** Between two looks at how far ingest has come with the photos of one run, in milliseconds. */
const RECHECK_MS = 10_000;
/** So many of them may still be on their way when the next ones are sent: nobody waits for the last. */
const RESUME_BELOW = 20;
/** Photos that cannot be made anew hold those behind them back for so long, in milliseconds. */
const POSTPONED_MS = 10 * 60 * 1000;

const FIRST: RerenderPosition = { galleryId: '', photoId: '' };

/** A few photos, at once. */
export async function rerenderPhotos({ payload, jobs }: EffectRun<'photos.render'>): Promise<void> {
  const { galleryId, photoIds } = payload;
  const stale = await jobs.db.query<{ key: string }>(
    `select p.original_key as key from photos p join galleries g on g.id = p.gallery_id and g.deleted_at is null
     where p.gallery_id = $1 and p.id = any($2) and ${STALE}`,
    [galleryId, photoIds],
  );
  await jobs.requestIngest(stale.map(({ key }) => key));
}

/**
 * All of a studio, however many: one run's photos have to be made, but for a few, before the next run sends more, so
 * that what anybody uploads meanwhile waits behind one run of each studio and no more.
 */
export async function rerenderAccount({ id, idempotencyKey, payload, jobs }: EffectRun<'looks.render'>): Promise<void> {
  const { accountId, sent } = payload;
  const now = jobs.clock();
  if (sent && now - sent.at < POSTPONED_MS) {
    const [remaining] = await jobs.db.query<{ count: number }>(
      `select count(*)::integer as count from photos p where ${STALE} and p.account_id = $1
         and (p.gallery_id, p.id) > ($2, $3) and (p.gallery_id, p.id) <= ($4, $5)`,
      [accountId, ...positionValues(sent.after), ...positionValues(sent.upTo)],
    );
    if (remaining!.count > RESUME_BELOW)
      return continueEffect(jobs.db, { id, idempotencyKey }, payload, now + RECHECK_MS);
  }
  const after = sent?.upTo ?? FIRST;
  const photos = await jobs.db.query<RerenderPosition & { key: string }>(
    `select p.gallery_id as "galleryId", p.id as "photoId", p.original_key as key
     from photos p join galleries g on g.id = p.gallery_id and g.deleted_at is null
     where ${STALE} and p.account_id = $1 and (p.gallery_id, p.id) > ($2, $3)
     order by p.gallery_id, p.id limit ${RERENDER_BATCH_SIZE}`,
    [accountId, ...positionValues(after)],
  );
  await jobs.requestIngest(photos.map(({ key }) => key));
  const last = photos.at(-1);
  if (!last || photos.length < RERENDER_BATCH_SIZE) return;
  const upTo = { galleryId: last.galleryId, photoId: last.photoId };
  await continueEffect(
    jobs.db,
    { id, idempotencyKey },
    { accountId, sent: { after, upTo, at: now } },
    now + RECHECK_MS,
  );
}

/** Of `photos p`: shown, and otherwise than it is wanted. */
const STALE = `p.style_version <> p.rendered_version and p.status = 'ready' and p.deleted_at is null`;

const positionValues = ({ galleryId, photoId }: RerenderPosition) => [galleryId, photoId];

type Deps = Pick<JobServices, 'clock' | 'db'>;

/** Clearing takes seconds: what waits for longer was lost on its way. In milliseconds. */
const UNCLEARED_MS = 15 * 60 * 1000;
/** Making pictures anew takes minutes, with all repetitions. */
const STALE_MS = 60 * 60 * 1000;
const BATCH_SIZE = 200;
/** Where there are more, they are left to the next hours: what is uploaded now is not to wait for what failed. */
const STALE_BATCH_SIZE = RERENDER_BATCH_SIZE;

interface Gallery {
  galleryId: string;
  accountId: string;
}

/** Takes up what was lost between two steps: names that were not cleared, and photos that were not made anew. */
export async function cleanUpStyles({ clock, db }: Deps): Promise<{ uncleared: number; stale: number }> {
  const now = clock();
  const uncleared = await db.query<Gallery>(
    `select distinct gallery_id as "galleryId", account_id as "accountId" from retired_photo_files
     where cleared_at is null and retired_at <= $1 limit ${BATCH_SIZE}`,
    [timestamp(now - UNCLEARED_MS)],
  );
  for (const { accountId, galleryId } of uncleared) await clearFiles(db, accountId, galleryId, now);
  // Any update touches `updated_at`, so one that cannot be made anew comes round once an hour.
  const stale = await db.query<Gallery & { photoIds: string[] }>(
    `with late as (
       update photos set rendered_version = rendered_version where id in (
         select p.id from photos p join galleries g on g.id = p.gallery_id and g.deleted_at is null
           join accounts a on a.id = g.account_id and a.deleted_at is null
         where p.style_version <> p.rendered_version and p.status = 'ready' and p.deleted_at is null
           and p.updated_at <= $1
         order by p.updated_at limit ${STALE_BATCH_SIZE})
       returning gallery_id, account_id, id)
     select gallery_id as "galleryId", account_id as "accountId", array_agg(id) as "photoIds"
     from late group by gallery_id, account_id`,
    [timestamp(now - STALE_MS)],
  );
  for (const { accountId, galleryId, photoIds } of stale) {
    await requestRerender(db, accountId, galleryId, photoIds, now);
  }
  return { uncleared: uncleared.length, stale: stale.flatMap(({ photoIds }) => photoIds).length };
}

/** Has a stored original read once more. Ingest itself finds out that it is not there. */
export async function reingestPhoto({
  payload: { galleryId, photoId },
  jobs,
}: EffectRun<'photo.ingest'>): Promise<void> {
  const [photo] = await jobs.db.query<{ key: string | null }>(
    `select original_key as key from photos
     where id = $1 and gallery_id = $2 and status = 'processing' and deleted_at is null`,
    [photoId, galleryId],
  );
  if (!photo) return;
  if (photo.key) return jobs.requestIngest([photo.key]);
  await jobs.db.query(
    `update photos set status = 'failed', failure_reason = 'upload_missing' where id = $1 and status = 'processing'`,
    [photoId],
  );
}
