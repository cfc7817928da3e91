import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { EffectRun, RerenderPosition } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { clearFiles, requestRerender, RERENDER_BATCH_SIZE } from './rerender.ts';

/*
 * Re-renders photos in an outdated style by sending their originals to ingest, which has the decoder and its own
 * retries. Ingest ignores photos that another run has finished. The cleanup finds lost ones.
 */

/** Interval between checks of ingest's progress on one run's photos, in milliseconds. */
const RECHECK_MS = 10_000;
/** Remaining photos at which the next batch is sent, so that one slow photo does not block. */
const RESUME_BELOW = 20;
/** How long photos that cannot be rendered delay the ones after them, in milliseconds. */
const POSTPONED_MS = 10 * MINUTE_MS;

const FIRST: RerenderPosition = { galleryId: '', photoId: '' };

/** Re-renders a few photos in one step. */
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
 * Re-renders all photos of a studio in batches. The next batch starts when the previous one is almost finished, so that
 * uploads wait behind at most one batch per studio.
 */
export async function rerenderAccount({
  id,
  idempotencyKey,
  payload,
  jobs,
}: EffectRun<'styles.render'>): Promise<void> {
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

/** SQL: photo `p` is published in an outdated style. */
const STALE = `p.style_version <> p.rendered_version and p.status = 'ready' and p.deleted_at is null`;

const positionValues = ({ galleryId, photoId }: RerenderPosition) => [galleryId, photoId];

type Deps = Pick<JobServices, 'clock' | 'db'>;

/** Clearing takes seconds; after this time, in milliseconds, it counts as lost. */
const UNCLEARED_MS = 15 * MINUTE_MS;
/** Re-rendering takes minutes with all retries. */
const STALE_MS = HOUR_MS;
const BATCH_SIZE = 200;
/** Limit per run, so that failing photos do not delay new uploads. */
const STALE_BATCH_SIZE = RERENDER_BATCH_SIZE;

interface Gallery {
  galleryId: string;
  accountId: string;
}

/** Restarts lost steps: file ids that were not cleared, and photos that were not re-rendered. */
export async function cleanUpStyles({ clock, db }: Deps): Promise<{ uncleared: number; stale: number }> {
  const now = clock();
  const uncleared = await db.query<Gallery>(
    `select distinct gallery_id as "galleryId", account_id as "accountId" from retired_photo_files
     where cleared_at is null and retired_at <= $1 limit ${BATCH_SIZE}`,
    [timestamp(now - UNCLEARED_MS)],
  );
  for (const { accountId, galleryId } of uncleared) await clearFiles(db, accountId, galleryId, now);
  // Every update sets `updated_at`, so a failing photo is retried once an hour.
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

/** Ingests a stored original again. Ingest itself detects a missing original. */
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
