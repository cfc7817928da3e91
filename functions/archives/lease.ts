import { ARCHIVE_MS, type DownloadSize } from '#core/domain/galleries/archives.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { type ArchiveEntry, assertUpToDate } from './entries.ts';

/** A stored file of an archive, as in `archives.parts`. */
export interface StoredPart {
  key: string;
  filename: string;
  /** Bytes. */
  size: number;
  photoCount: number;
}

/** An archive that this run has leased for packing. */
export interface ArchiveJob {
  id: string;
  accountId: string;
  galleryId: string;
  /** Gallery name. */
  gallery: string;
  size: DownloadSize;
  entries: ArchiveEntry[];
  parts: StoredPart[];
  attempts: number;
}

/**
 * Lease duration since the last write, in milliseconds; after it another run may continue. A run writes every 20 seconds
 * at least, so one failed write does not end it.
 */
export const LEASE_MS = MINUTE_MS;
/** Runs without a stored file before the archive fails. */
export const MAX_ATTEMPTS = 5;

/** Columns of every read of an archive to pack, from `archives a` and `galleries g`. */
const ARCHIVE_JOB_COLUMNS = `a.id, a.account_id as "accountId", a.gallery_id as "galleryId", g.name as gallery, a.size,
  a.entries, a.parts, a.attempts`;

/** Another run holds the lease, or the archive is deleted. Stop writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Leases the archive that has waited longest, requested ones before prepared ones, or returns null. Two runs never lease
 * the same one.
 */
export async function claimArchive(db: Database, now: number): Promise<{ packing: ArchiveJob; lease: Lease } | null> {
  const until = now + LEASE_MS;
  const [packing] = await db.query<ArchiveJob>(
    `update archives a set status = 'packing', attempts = a.attempts + 1, locked_until = $2
     from galleries g where g.id = a.gallery_id and a.id = (
       select w.id from archives w join galleries o on o.id = w.gallery_id
       where w.status in ('queued', 'packing') and (w.locked_until is null or w.locked_until <= $1)
         and w.attempts < ${MAX_ATTEMPTS} and o.deleted_at is null
       order by w.is_prepared and w.fetched_at is null, w.created_at, w.id limit 1 for update of w skip locked)
     returning ${ARCHIVE_JOB_COLUMNS}`,
    [timestamp(now), timestamp(until)],
  );
  return packing ? { packing, lease: new Lease(db, packing, until) } : null;
}

/**
 * Permission to write an archive. Each write renews the lease and checks it: a run that was suspended for longer than
 * the lease must not overwrite its successor's work.
 */
export class Lease {
  readonly #db: Database;
  readonly #archive: Pick<ArchiveJob, 'id' | 'accountId' | 'galleryId'>;
  #until: number;
  /** Serialises the writes: each one matches the lease time that the previous one set. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(db: Database, archive: Pick<ArchiveJob, 'id' | 'accountId' | 'galleryId'>, until: number) {
    this.#db = db;
    this.#archive = archive;
    this.#until = until;
  }

  /** Detects renditions that were replaced or re-rendered since the request. @throws AppError `archive_outdated` */
  requireCurrent(): Promise<void> {
    return assertUpToDate(this.#db, this.#archive.id, 'member');
  }

  progress(now: number, done: { count: number; bytes: number }): Promise<void> {
    return this.#write(now, 'done_count = $4, done_bytes = $5', [done.count, done.bytes]);
  }

  /** Stores the entries once their sizes are known. */
  measured(now: number, entries: readonly ArchiveEntry[], totalBytes: number): Promise<void> {
    return this.#write(now, 'entries = $4::jsonb, total_bytes = $5', [JSON.stringify(entries), totalBytes]);
  }

  /** Records a stored file. This is progress, so it resets the attempts. */
  stored(now: number, parts: readonly StoredPart[], done: { count: number; bytes: number }): Promise<void> {
    const changes = 'parts = $4::jsonb, done_count = $5, done_bytes = $6, attempts = 1';
    return this.#write(now, changes, [JSON.stringify(parts), done.count, done.bytes]);
  }

  /** Releases the archive for another run, not before `notBefore`. */
  release(notBefore: number | null): Promise<void> {
    return this.#end(this.#db, `status = 'queued', locked_until = $3`, [timestamp(notBefore)]);
  }

  /** Releases the archive without counting the attempt: the time ran out after a file was stored. */
  handOver(): Promise<void> {
    return this.#end(this.#db, `status = 'queued', locked_until = null, attempts = 0`);
  }

  fail(reason: string): Promise<void> {
    return this.#end(this.#db, `status = 'failed', failure_reason = $3, locked_until = null`, [reason]);
  }

  /** Marks the archive as ready and enqueues its mails in one transaction. @throws AppError `archive_outdated` */
  ready(now: number): Promise<void> {
    const { id, accountId } = this.#archive;
    return this.#db.transaction(async (tx) => {
      await assertUpToDate(tx, id, 'member');
      const changes = `status = 'ready', ready_at = $3, expires_at = $4, done_count = photo_count,
         done_bytes = total_bytes, locked_until = null`;
      await this.#end(tx, changes, [timestamp(now), timestamp(now + ARCHIVE_MS)]);
      const mails = await tx.query<{ id: string }>(
        'select id from archive_notifications where archive_id = $1 and sent_at is null',
        [id],
      );
      for (const mail of mails) {
        await enqueue(tx, accountId, 'archive.mail', { mailId: mail.id }, now, { dedupeKey: `archive:${mail.id}` });
      }
    });
  }

  #write(now: number, changes: string, values: readonly unknown[]): Promise<void> {
    return this.#inTurn(async () => {
      const until = Math.max(now + LEASE_MS, this.#until + 1);
      const [row] = await this.#db.query(
        `update archives set locked_until = $3, ${changes} where ${LEASE_MATCH} returning id`,
        [this.#archive.id, timestamp(this.#until), timestamp(until), ...values],
      );
      if (!row) throw new LeaseLost();
      this.#until = until;
    });
  }

  #end(db: Queryable, changes: string, values: readonly unknown[] = []): Promise<void> {
    return this.#inTurn(async () => {
      const known = [this.#archive.id, timestamp(this.#until)];
      const [row] = await db.query(`update archives set ${changes} where ${LEASE_MATCH} returning id`, [
        ...known,
        ...values,
      ]);
      if (!row) throw new LeaseLost();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** The lease end identifies the holder. */
const LEASE_MATCH = `id = $1 and status = 'packing' and locked_until = $2`;
/** Key prefix of an archive in the rendition bucket. The CDN never serves it. */
export function archivePrefix({ galleryId, id }: { galleryId: string; id: string }): string {
  return `archives/${galleryId}/${id}/`;
}
