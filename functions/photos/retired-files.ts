import { HOUR_MS } from '#core/domain/values/durations.ts';
import { parseAccountId } from '#core/domain/values/ids.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { continueEffect, enqueue } from '../outbox/enqueue.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { renditionPaths } from './erase.ts';
import { RECHECK_AFTER_MS, recheckFiles } from './rerender.ts';
import { IS_NOT_HIDDEN } from './visibility.ts';

/** File ids per run; each is purged separately, well within the lease. */
const CLEAR_BATCH_SIZE = 250;
const CONCURRENCY = 8;
/** Above this number, purge the whole gallery instead, because each path costs money. */
const MAX_PURGED_PATHS = 5;

/** SQL: the current file id of photo `p` for its retired id `f`; null if visitors must not be redirected. */
const CURRENT_FILE_ID = `case when p.gallery_id = f.gallery_id and ${IS_NOT_HIDDEN} then p.file_id end`;

const sourcePointerKey = (galleryId: string, fileId: string) => `${galleryId}/${fileId}/source.json`;

interface RetiredFile {
  fileId: string;
  /** The photo's current file id; null if this gallery's visitors must not be redirected to it. */
  presentId: string | null;
  isCleared: boolean;
}

/**
 * Purges previous file ids: redirect first, then objects, then CDN. After the redirect no new renditions are made under
 * the previous id. Hidden or moved photos get no target: visitors of this gallery may not see the other one, and only
 * the studio knows a hidden photo's current id.
 */
export async function clearRetiredFiles({ idempotencyKey, payload, jobs }: EffectRun<'files.clear'>): Promise<void> {
  const { galleryId } = payload;
  const names = await findRetiredFiles(jobs, galleryId);
  const due = names.filter((name) => !name.isCleared);
  if (due.length === 0) return;
  await mapConcurrently(CONCURRENCY, names, ({ fileId, presentId }) =>
    writeRedirect(jobs, galleryId, fileId, presentId),
  );
  await mapConcurrently(CONCURRENCY, due, async ({ fileId, presentId }) => {
    const sign = presentId ? sourcePointerKey(galleryId, fileId) : undefined;
    await jobs.storage.removePrefix('renditions', `${galleryId}/${fileId}/`, sign);
  });
  const prefixes = due.length > MAX_PURGED_PATHS ? [galleryId] : due.map(({ fileId }) => `${galleryId}/${fileId}`);
  await jobs.purge(prefixes.flatMap(renditionPaths), idempotencyKey);
  await jobs.db.query('update retired_photo_files set cleared_at = $2 where file_id = any($1)', [
    due.map(({ fileId }) => fileId),
    timestamp(jobs.clock()),
  ]);
  await recheckFiles(jobs.db, parseAccountId(galleryId), galleryId, jobs.clock());
  if (due.length < CLEAR_BATCH_SIZE) return;
  const dedupeKey = `clear:${galleryId}`;
  await enqueue(jobs.db, parseAccountId(galleryId), 'files.clear', payload, jobs.clock(), { dedupeKey });
}

/** Returns the due file ids, and older ones of the same photos, whose redirects must point at the current id too. */
function findRetiredFiles({ db }: JobServices, galleryId: string): Promise<RetiredFile[]> {
  return db.query<RetiredFile>(
    `with due as (select file_id, photo_id from retired_photo_files
       where account_id = $1 and gallery_id = $2 and cleared_at is null order by retired_at, file_id limit ${CLEAR_BATCH_SIZE})
     select f.file_id as "fileId", ${CURRENT_FILE_ID} as "presentId",
       not exists (select from due d where d.file_id = f.file_id) as "isCleared"
     from retired_photo_files f join photos p on p.account_id = f.account_id and p.id = f.photo_id
     where f.account_id = $1 and f.gallery_id = $2 and f.photo_id in (select d.photo_id from due d)
       and (f.cleared_at is not null or f.file_id in (select d.file_id from due d))`,
    [parseAccountId(galleryId), galleryId],
  );
}

async function writeRedirect({ storage }: JobServices, galleryId: string, fileId: string, presentId: string | null) {
  const key = sourcePointerKey(galleryId, fileId);
  if (!presentId) return storage.remove('renditions', key);
  const sign = new TextEncoder().encode(JSON.stringify({ movedTo: presentId }));
  await storage.put('renditions', key, sign, { contentType: 'application/json' });
}

/** File ids per run. */
const RECHECK_BATCH_SIZE = 250;
/** File ids that were cleared earlier than this were already checked, even by a late run; in milliseconds. */
const RECHECK_WINDOW_MS = HOUR_MS;

/**
 * Checks file ids again some time after they were cleared. A transform that was running then deletes its own rendition,
 * unless it died before.
 */
export async function recheckRetiredFiles(run: EffectRun<'files.recheck'>): Promise<void> {
  const { id, idempotencyKey, payload, jobs } = run;
  const { galleryId, after = '' } = payload;
  const accountId = parseAccountId(galleryId);
  const now = jobs.clock();
  const names = await jobs.db.query<{ fileId: string; presentId: string | null }>(
    `select f.file_id as "fileId", ${CURRENT_FILE_ID} as "presentId"
     from retired_photo_files f join photos p on p.account_id = f.account_id and p.id = f.photo_id
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
    return continueEffect(jobs.db, { id, idempotencyKey }, { galleryId, after: last.fileId }, now);
  // Check recently cleared file ids again later.
  const [latest] = await jobs.db.query<{ at: number }>(
    `select max(cleared_at) as at from retired_photo_files where account_id = $1 and gallery_id = $2 and cleared_at > $3
     having max(cleared_at) is not null`,
    [accountId, galleryId, timestamp(now - RECHECK_AFTER_MS)],
  );
  if (latest) await recheckFiles(jobs.db, accountId, galleryId, latest.at);
}
