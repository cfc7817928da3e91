import { RERENDER_BATCH_SIZE } from '../lib/looks.ts';
import { continueEffect, type RerenderPosition } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';

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
export async function rerenderAccount({
  id,
  idempotencyKey: idempotencyKey,
  payload,
  jobs,
}: EffectRun<'looks.render'>): Promise<void> {
  const { accountId, sent } = payload;
  const now = jobs.clock();
  if (sent && now - sent.at < POSTPONED_MS) {
    const [remaining] = await jobs.db.query<{ count: number }>(
      `select count(*)::integer as count from photos p where ${STALE} and p.account_id = $1
         and (p.gallery_id, p.id) > ($2, $3) and (p.gallery_id, p.id) <= ($4, $5)`,
      [accountId, ...positionValues(sent.after), ...positionValues(sent.upTo)],
    );
    if (remaining!.count > RESUME_BELOW)
      return continueEffect(jobs.db, { id, idempotencyKey: idempotencyKey }, payload, now + RECHECK_MS);
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
    { id, idempotencyKey: idempotencyKey },
    { accountId, sent: { after, upTo, at: now } },
    now + RECHECK_MS,
  );
}

/** Of `photos p`: shown, and otherwise than it is wanted. */
const STALE = `p.look_version <> p.rendered_version and p.status = 'ready' and p.deleted_at is null`;

const positionValues = ({ galleryId, photoId }: RerenderPosition) => [galleryId, photoId];
