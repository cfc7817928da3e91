import { parseAccountId } from '#core/domain/ids.ts';
import { mapConcurrently } from '../lib/concurrently.ts';
import { timestamp } from '../lib/db.ts';
import { RECHECK_AFTER_MS, recheckFiles } from '../lib/looks.ts';
import { continueEffect } from '../lib/outbox.ts';
import { CURRENT_FILE_ID, sourcePointerKey } from './clear-files.ts';
import type { EffectRun } from './effect-run.ts';
import { renditionPaths } from './erase.ts';

/** Names of one run. */
const RECHECK_BATCH_SIZE = 250;
const CONCURRENCY = 8;
/** What was cleared longer ago was looked at before, also by a run that came late. In milliseconds. */
const RECHECK_WINDOW_MS = 60 * 60 * 1000;

/**
 * Looks once more at names that were cleared a while ago. Whoever was making a picture under one of them when it was
 * cleared takes it away again, unless they died before.
 */
export async function recheckRetiredFiles(run: EffectRun<'files.recheck'>): Promise<void> {
  const { id, idempotencyKey: idempotencyKey, payload, jobs } = run;
  const { galleryId, after = '' } = payload;
  const accountId = parseAccountId(galleryId);
  const now = jobs.clock();
  const names = await jobs.db.query<{ fileId: string; presentId: string | null }>(
    `select f.file_id as "fileId", ${CURRENT_FILE_ID} as "presentId"
     from photo_files f join photos p on p.account_id = f.account_id and p.id = f.photo_id
     where f.account_id = $1 and f.gallery_id = $2 and f.cleared_at > $3 and f.file_id > $4
     order by f.file_id limit ${RECHECK_BATCH_SIZE}`,
    [accountId, galleryId, timestamp(now - RECHECK_WINDOW_MS), after],
  );
  const found: string[] = [];
  await mapConcurrently(CONCURRENCY, names, async ({ fileId, presentId }) => {
    const prefix = `${galleryId}/${fileId}`;
    const sign = presentId ? sourcePointerKey(galleryId, fileId) : undefined;
    if ((await jobs.storage.removePrefix('renditions', `${prefix}/`, sign)) > 0) found.push(prefix);
  });
  if (found.length > 0) await jobs.purge(found.toSorted().flatMap(renditionPaths), idempotencyKey);
  const last = names.at(-1);
  if (last && names.length === RECHECK_BATCH_SIZE)
    return continueEffect(jobs.db, { id, idempotencyKey: idempotencyKey }, { galleryId, after: last.fileId }, now);
  // Those that were cleared only lately are looked at when they are older.
  const [young] = await jobs.db.query<{ at: number }>(
    `select max(cleared_at) as at from photo_files where account_id = $1 and gallery_id = $2 and cleared_at > $3
     having max(cleared_at) is not null`,
    [accountId, galleryId, timestamp(now - RECHECK_AFTER_MS)],
  );
  if (young) await recheckFiles(jobs.db, accountId, galleryId, young.at);
}
