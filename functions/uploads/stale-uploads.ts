import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import {
  confirmReplacement,
  confirmUpload,
  type PendingUpload,
  removeUpload,
  type UploadResult,
} from './confirm-upload.ts';

export type CleanupDeps = Pick<JobServices, 'clock' | 'db' | 'storage'>;

/** The signed URLs have expired: a client that still uploads requests new ones, which updates the row. */
const CONFIRM_AFTER_MS = HOUR_MS;
/** Ingest takes minutes with all its retries; after this time its notification was lost. */
const STUCK_MS = HOUR_MS;
/** An upload that has not arrived after a day is abandoned; a guest's as soon as its URL has expired. */
const ABANDONED_MS = DAY_MS;
/** Objects younger than this are never orphans. */
export const ORPHAN_MS = ABANDONED_MS;

/** Rows per query; `MAX_PAGES` limits the queries, and the rest waits for the next hour. */
const BATCH_SIZE = 500;
const MAX_PAGES = 20;
/** Reading objects mostly waits for the network. */
const CONCURRENCY = 8;

/** Result of a cleanup of stale rows. */
export interface CleanedRows {
  /** The object had arrived, but was not confirmed. */
  completed: number;
  /** Nothing arrived for a day: deleted. */
  abandoned: number;
  /** Stored, but not ingested for an hour: restarted. */
  stuck: number;
}

interface StaleUpload extends PendingUpload {
  /** Epoch milliseconds. */
  updatedAt: number;
  /** True for a photo that a guest began to send. */
  isGuests?: boolean;
}

/** Stale rows of one table. */
interface StaleUploads {
  /**
   * Returns rows that have not changed since `until`, after the given one, by time and id. Excludes photos and
   * galleries in the trash, which keeps them for 30 days; they are handled once restored.
   * @param after last row of the previous page
   */
  page(
    status: 'uploading' | 'processing',
    until: Date,
    after: { at: Date; id: string },
    limit: number,
  ): Promise<StaleUpload[]>;
  settle(row: StaleUpload): Promise<UploadResult>;
  /** Deletes the row if it has not changed since, and then its objects. */
  forget(row: StaleUpload, until: Date): Promise<void>;
  /** Marks the row as restarted, or as failed if nothing is stored. */
  revive(row: StaleUpload, isThere: boolean): Promise<void>;
}

/** Finishes the stale rows of one table: confirms, deletes or restarts them. */
async function cleanUpRows({ clock, storage }: CleanupDeps, rows: StaleUploads): Promise<CleanedRows> {
  const swept: CleanedRows = { completed: 0, abandoned: 0, stuck: 0 };
  const abandonedSince = timestamp(clock() - ABANDONED_MS);
  const confirmSince = timestamp(clock() - CONFIRM_AFTER_MS);
  // Process stuck rows first: rows confirmed below are only starting.
  await forEachStale(rows, 'processing', timestamp(clock() - STUCK_MS), async (row) => {
    await rows.revive(row, await storage.rewrite('originals', row.key, row.type));
    swept.stuck += 1;
  });
  await forEachStale(rows, 'uploading', confirmSince, async (row) => {
    const { status } = await rows.settle(row);
    if (status === 'uploading') {
      const until = row.isGuests ? confirmSince : abandonedSince;
      if (row.updatedAt > until.getTime()) return;
      await rows.forget(row, until);
      swept.abandoned += 1;
      return;
    }
    // The notification was lost, or came too early.
    if (status === 'processing') await storage.rewrite('originals', row.key, row.type);
    swept.completed += 1;
  });
  return swept;
}

async function forEachStale(
  rows: StaleUploads,
  status: 'uploading' | 'processing',
  until: Date,
  sweep: (row: StaleUpload) => Promise<void>,
): Promise<void> {
  let after = { at: timestamp(0), id: '' };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await rows.page(status, until, after, BATCH_SIZE);
    await mapConcurrently(CONCURRENCY, found, async (row) => {
      // An error of one row must not block the following ones.
      await sweep(row).catch((error: unknown) =>
        log('error', 'sweep_failed', { id: row.photoId, ...describeError(error) }),
      );
    });
    const last = found.at(-1);
    if (!last || found.length < BATCH_SIZE) return;
    after = { at: timestamp(last.updatedAt), id: last.photoId };
  }
}

/** Cleans up photos whose first upload was interrupted. */
export function cleanUpPhotos(jobs: CleanupDeps): Promise<CleanedRows> {
  const { db, storage } = jobs;
  return cleanUpRows(jobs, {
    page: (status, until, after, limit) =>
      db.query<StaleUpload>(
        `select p.id as "photoId", p.original_key as key, p.upload_id as "uploadId", p.size, p.mime_type as type,
           p.updated_at as "updatedAt", exists (select from guest_photos q where q.photo_id = p.id) as "isGuests"
         from photos p join galleries g on g.id = p.gallery_id join accounts a on a.id = p.account_id
         where p.status = $1 and p.updated_at <= $2 and p.original_key is not null and (p.updated_at, p.id) > ($3, $4)
           and p.deleted_at is null and g.deleted_at is null and a.deleted_at is null
         order by p.updated_at, p.id limit $5`,
        [status, until, after.at, after.id, limit],
      ),
    settle: (row) => confirmUpload(db, storage, row),
    async forget(row, until) {
      const deleted = await db.query(
        `delete from photos where id = $1 and status = 'uploading' and original_key = $2 and updated_at <= $3
         returning id`,
        [row.photoId, row.key, until],
      );
      if (deleted.length === 0) return;
      if (row.uploadId) await storage.multipart.abort('originals', row.key, row.uploadId);
      // Delete the whole prefix, including leftovers of earlier attempts under other keys.
      await storage.removePrefix('originals', row.key.slice(0, row.key.lastIndexOf('/') + 1));
    },
    async revive({ photoId, key }, isThere) {
      // Every update sets `updated_at`, so a failing photo is retried once an hour, not with every run.
      const change = isThere ? 'status = status' : `status = 'failed', failure_reason = 'upload_missing'`;
      await db.query(`update photos set ${change} where id = $1 and status = 'processing' and original_key = $2`, [
        photoId,
        key,
      ]);
    },
  });
}

/** Cleans up interrupted replacements. Failed ones stay until a user has seen the reason. */
export function cleanUpReplacements(jobs: CleanupDeps): Promise<CleanedRows> {
  const { db, storage } = jobs;
  return cleanUpRows(jobs, {
    page: (status, until, after, limit) =>
      db.query<StaleUpload>(
        `select r.photo_id as "photoId", r.original_key as key, r.upload_id as "uploadId", r.size,
           r.mime_type as type, r.updated_at as "updatedAt"
         from photo_replacements r join photos p on p.id = r.photo_id join galleries g on g.id = r.gallery_id
           join accounts a on a.id = r.account_id
         where r.status = $1 and r.updated_at <= $2 and (r.updated_at, r.photo_id) > ($3, $4)
           and p.deleted_at is null and g.deleted_at is null and a.deleted_at is null
         order by r.updated_at, r.photo_id limit $5`,
        [status, until, after.at, after.id, limit],
      ),
    settle: (row) => confirmReplacement(db, storage, row),
    async forget(row, until) {
      const deleted = await db.query(
        `delete from photo_replacements
         where photo_id = $1 and status = 'uploading' and original_key = $2 and updated_at <= $3 returning photo_id`,
        [row.photoId, row.key, until],
      );
      if (deleted.length > 0) await removeUpload(storage, row);
    },
    async revive({ photoId, key }, isThere) {
      const change = isThere ? 'status = status' : `status = 'failed', failure_reason = 'upload_missing'`;
      await db.query(
        `update photo_replacements set ${change}
         where photo_id = $1 and status = 'processing' and original_key = $2`,
        [photoId, key],
      );
    },
  });
}
