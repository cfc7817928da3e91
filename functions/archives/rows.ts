import type { Archive } from '#core/api/archives.ts';
import { type ArchiveStatus, type DownloadSize, SMALL_ARCHIVE } from '#core/domain/galleries/archives.ts';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ArchiveGallery } from './contents.ts';
import { type ArchiveEntry, entriesFingerprint } from './entries.ts';
import type { StoredPart } from './lease.ts';

/** Queued and packing archives per gallery. */
const MAX_PENDING = 5;
/** Stored archives per gallery: each selection of photos is one archive, and a wedding has many guests. */
const MAX_STORED = 300;
/**
 * Total size of a gallery's archives: this multiple of its originals plus this number of bytes. Bounds the storage
 * cost.
 */
const MAX_STORED_BYTES = { times: 3, bytes: 20 * 1000 ** 3 } as const;
/** An archive fetched within this time may still be downloading. */
const RECENTLY_FETCHED_MS = HOUR_MS;
/** `retryAfter` when all archives are in use, in seconds. */
const RETRY_S = { pending: 60, stored: 15 * 60 } as const;

interface QuotaUsage {
  pending: number;
  stored: number;
  bytes: number;
  originals: number;
}

/**
 * Makes room for one more archive by expiring the least recently fetched ones. Packing one again costs a visitor a
 * wait; refusing would let a few visitors lock out all others for a week.
 * @throws AppError `limit_reached` if too many archives are being packed or all are in use
 */
async function enforceQuota(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
  bytes: number,
  now: number,
): Promise<void> {
  const gallery = [accountId, id];
  const [usage] = await db.query<QuotaUsage>(
    `select count(*) filter (where status in ('queued', 'packing'))::int as "pending",
       count(*) filter (where status = 'ready')::int as stored, coalesce(sum(total_bytes), 0)::bigint as bytes,
       coalesce((select original_bytes from gallery_stats where account_id = $1 and gallery_id = $2), 0) as originals
     from archives where account_id = $1 and gallery_id = $2 and status in ('queued', 'packing', 'ready')`,
    gallery,
  );
  if (!usage) return;
  const { pending } = usage;
  if (pending >= MAX_PENDING) throw new AppError('limit_reached', { limit: MAX_PENDING, retryAfter: RETRY_S.pending });
  const tooMany = usage.stored + 1 - MAX_STORED;
  const tooLarge = usage.bytes + bytes - (MAX_STORED_BYTES.times * usage.originals + MAX_STORED_BYTES.bytes);
  if (tooMany <= 0 && tooLarge <= 0) return;
  const ended = await db.query(
    `with idle as (
       select id, total_bytes, row_number() over latest as n, sum(total_bytes) over latest as freed
       from archives
       where account_id = $1 and gallery_id = $2 and status = 'ready' and (fetched_at is null or fetched_at <= $3)
       window latest as (order by greatest(fetched_at, ready_at), id rows unbounded preceding)),
     enough as (select exists (select from idle where n >= $4 and freed >= $5) as is_enough)
     update archives set status = 'expired', expires_at = $6
     where status = 'ready' and id in (
       select id from idle, enough where is_enough and (n <= $4 or freed - total_bytes < $5)) returning id`,
    [...gallery, timestamp(now - RECENTLY_FETCHED_MS), tooMany, tooLarge, timestamp(now)],
  );
  if (ended.length === 0) throw new AppError('limit_reached', { limit: MAX_STORED, retryAfter: RETRY_S.stored });
}

/** An archive as its endpoints need it, without the thousands of entry names. */
export interface ArchiveRow {
  id: string;
  size: DownloadSize;
  status: ArchiveStatus;
  photoCount: number;
  doneCount: number;
  totalBytes: number;
  doneBytes: number;
  expiresAt: number | null;
  parts: StoredPart[];
  failure: string | null;
}

const ROW = `id, size, status, photo_count as "photoCount", done_count as "doneCount", total_bytes as "totalBytes",
  done_bytes as "doneBytes", expires_at as "expiresAt", parts, failure_reason as failure`;

/** Converts a row to the API response. Object keys stay private, and files are listed only when all are stored. */
export function toArchive(row: ArchiveRow, now: number): Archive {
  const status = isExpired(row, now) ? 'expired' : row.status;
  return { ...row, status, parts: status === 'ready' ? row.parts : [] };
}

/** True after the expiry time, even before the cleanup job has deleted it. */
export function isExpired({ status, expiresAt }: Pick<ArchiveRow, 'status' | 'expiresAt'>, now: number): boolean {
  return status === 'expired' || (status === 'ready' && expiresAt !== null && expiresAt <= now);
}

/** The error of a failed archive, as an AppError for its requester. */
export function archiveFailure({ failure }: Pick<ArchiveRow, 'failure'>): AppError {
  return new AppError(failure === 'archive_outdated' ? failure : 'archive_failed');
}

/** Returns the gallery's archive. @throws AppError `not_found`, also for an archive of another gallery */
export async function findArchive(db: Queryable, galleryId: string, archiveId: string): Promise<ArchiveRow> {
  const [row] = await db.query<ArchiveRow>(`select ${ROW} from archives where id = $1 and gallery_id = $2`, [
    archiveId,
    galleryId,
  ]);
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Returns the gallery's archive of these entries, or inserts one. Concurrent calls get the same row.
 * @param how `leaseUntil`: lease end for a caller that packs the archive itself; `isPrepared`: nobody asked for it yet
 * @throws AppError `limit_reached`
 */
export async function findOrInsert(
  db: Queryable,
  { galleryAccess, member }: ArchiveGallery,
  size: DownloadSize,
  entries: readonly ArchiveEntry[],
  now: number,
  { leaseUntil = null, isPrepared = false }: { leaseUntil?: number | null; isPrepared?: boolean } = {},
): Promise<{ row: ArchiveRow; isNew: boolean }> {
  const fingerprint = entriesFingerprint(size, entries);
  // Expired, but the cleanup job has not run yet.
  await db.query(
    `update archives set status = 'expired'
     where account_id = $1 and gallery_id = $2 and fingerprint = $3 and status = 'ready' and expires_at <= $4`,
    [galleryAccess.accountId, galleryAccess.id, fingerprint, timestamp(now)],
  );
  for (;;) {
    const [there] = await db.query<ArchiveRow>(
      `select ${ROW} from archives where account_id = $1 and gallery_id = $2 and fingerprint = $3
         and status in ('queued', 'packing', 'ready')`,
      [galleryAccess.accountId, galleryAccess.id, fingerprint],
    );
    if (there) return { row: there, isNew: false };
    if (!member) await enforceQuota(db, galleryAccess, estimatedBytes(entries), now);
    const status = leaseUntil === null ? 'queued' : 'packing';
    const [row] = await db.query<ArchiveRow>(
      `insert into archives (id, account_id, gallery_id, size, fingerprint, status, entries, photo_count, total_bytes,
         attempts, locked_until, created_at, is_prepared)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13)
       on conflict (account_id, gallery_id, fingerprint) where status in ('queued', 'packing', 'ready') do nothing
       returning ${ROW}`,
      [
        makeId(random),
        galleryAccess.accountId,
        galleryAccess.id,
        size,
        fingerprint,
        status,
        JSON.stringify(entries),
        entries.length,
        storedBytes(entries),
        leaseUntil === null ? 0 : 1,
        timestamp(leaseUntil),
        timestamp(now),
        isPrepared,
      ],
    );
    // A concurrent call inserted it first: the next lookup finds that row.
    if (row) return { row, isNew: true };
  }
}

/**
 * Records a request or a fetch, at most once a minute: the quota evicts the least recently fetched archives, and a newer
 * prepared archive replaces only one that nobody asked for.
 */
export async function recordFetch(db: Queryable, { id }: Pick<ArchiveRow, 'id'>, now: number): Promise<void> {
  await db.query('update archives set fetched_at = $2 where id = $1 and (fetched_at is null or fetched_at <= $3)', [
    id,
    timestamp(now),
    timestamp(now - MINUTE_MS),
  ]);
}

/** Total bytes, without renditions of unknown size. */
function storedBytes(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { size }) => sum + (size ?? 0), 0);
}

/** True if a visitor can wait for it. Assumes the maximum size for renditions of unknown size. */
export function isSmall(entries: readonly ArchiveEntry[]): boolean {
  return entries.length <= SMALL_ARCHIVE.photos && estimatedBytes(entries) <= SMALL_ARCHIVE.bytes;
}

function estimatedBytes(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { size }) => sum + (size ?? RENDITION_BYTES), 0);
}

/** Renditions of 1920 × 1280 at quality 70 have 0.3 to 0.9 MB; forty of them fit. */
const RENDITION_BYTES = 1.25 * 1024 ** 2;
