import { accountOfGallery } from '#core/domain/ids.ts';
import { concurrently } from '../lib/concurrently.ts';
import { log } from '../lib/log.ts';
import { enqueue } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';

/** Photos of one run; the next ones are the next run's, so that a crash repeats no more than these. */
const AT_ONCE = 100;
const CONCURRENCY = 8;

/**
 * Has photos made anew that are to look otherwise than they do. Their originals are written onto themselves, as
 * for `photo.ingest`: ingest has the decoder and its own repetitions, and finds nothing to do for a photo that another
 * run was faster with. Those whose event is lost are found by the sweep.
 */
export async function renderGallery({ payload, jobs }: EffectRun<'gallery.render'>): Promise<void> {
  const { galleryId, after = '' } = payload;
  const accountId = accountOfGallery(galleryId);
  const stale = await jobs.db.query<{ id: string; key: string; type: string }>(
    `select p.id, p.original_key as key, p.mime_type as type
     from photos p join galleries g on g.id = p.gallery_id and g.deleted_at is null
     where p.account_id = $1 and p.gallery_id = $2 and p.look_version <> p.rendered_version and p.id > $3
       and p.status = 'ready' and p.deleted_at is null
     order by p.id limit ${AT_ONCE}`,
    [accountId, galleryId, after],
  );
  await concurrently(CONCURRENCY, stale, async ({ id, key, type }) => {
    if (!(await jobs.storage.rewrite('originals', key, type))) log('error', 'original_missing', { id });
  });
  const last = stale.at(-1);
  if (!last || stale.length < AT_ONCE) return;
  // Its own key: a new wish for the whole gallery must not begin in its middle.
  const dedupeKey = `render:${galleryId}:${last.id}`;
  await enqueue(jobs.db, accountId, 'gallery.render', { galleryId, after: last.id }, jobs.clock(), { dedupeKey });
}
