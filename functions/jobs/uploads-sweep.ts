import { timestamp } from '../lib/db.ts';
import { describeError, log } from '../lib/log.ts';
import type { JobServices } from './services.ts';

type Needed = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/** An upload that has not arrived after a day never will; its signed address ended long before. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;
/** Ingest takes minutes with all its repetitions; a photo that is still processing after this was lost on the way. */
const STUCK_MS = 60 * 60 * 1000;
const AT_ONCE = 500;

interface Abandoned {
  id: string;
  galleryId: string;
}

/** Forgets uploads that nobody finished, and has photos read again whose event was lost. */
export async function sweepUploads(jobs: Needed): Promise<{ abandoned: number; stuck: number }> {
  const abandoned = await jobs.db.query<Abandoned>(
    `select id, gallery_id as "galleryId" from photos where status = 'uploading' and updated_at <= $1
     order by updated_at limit ${AT_ONCE}`,
    [timestamp(jobs.clock() - ABANDONED_MS)],
  );
  await each(abandoned, async ({ id, galleryId }) => {
    // The object first: as long as the row is there, the next sweep finds it.
    await jobs.storage.removePrefix('originals', `${galleryId}/${id}/`);
    await jobs.db.query(`delete from photos where id = $1 and status = 'uploading'`, [id]);
  });
  return { abandoned: abandoned.length, stuck: await reviveStuck(jobs) };
}

async function reviveStuck(jobs: Needed): Promise<number> {
  const stuck = await jobs.db.query<{ id: string; key: string; type: string }>(
    `select id, original_key as key, mime_type as type from photos
     where status = 'processing' and updated_at <= $1 and deleted_at is null order by updated_at limit ${AT_ONCE}`,
    [timestamp(jobs.clock() - STUCK_MS)],
  );
  await each(stuck, async ({ id, key, type }) => {
    const there = await jobs.storage.rewrite('originals', key, type);
    // Any update touches `updated_at`, so one that cannot be read comes round once an hour, not with every sweep.
    const change = there ? 'status = status' : `status = 'failed', failure_reason = 'upload_missing'`;
    await jobs.db.query(`update photos set ${change} where id = $1 and status = 'processing'`, [id]);
  });
  return stuck.length;
}

/** One that cannot be swept now must not keep those behind it waiting. */
async function each<T extends { id: string }>(rows: readonly T[], sweep: (row: T) => Promise<void>): Promise<void> {
  for (const row of rows) {
    await sweep(row).catch((error: unknown) => log('error', 'sweep_failed', { id: row.id, ...describeError(error) }));
  }
}
