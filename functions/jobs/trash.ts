import { TRASH_MS } from '#core/domain/galleries.ts';
import { timestamp } from '../lib/db.ts';
import { enqueue } from '../lib/outbox.ts';
import type { JobServices } from './services.ts';

type Needed = Pick<JobServices, 'clock' | 'db'>;

/** Rows a run looks at; the rest waits for the next. */
const AT_ONCE = 500;

interface Trashed {
  id: string;
  accountId: string;
  galleryId: string;
}

/**
 * Has erased what was in the trash for 30 days (decisions §2), and forgets what has lost its use: old sessions of
 * visitors, tokens, counters of attempts.
 */
export async function emptyTrash(jobs: Needed): Promise<{ galleries: number; photos: number }> {
  const now = jobs.clock();
  const due = timestamp(now - TRASH_MS);
  const galleries = await jobs.db.query<Trashed>(
    `select id, account_id as "accountId", id as "galleryId" from galleries where deleted_at <= $1
     order by deleted_at limit ${AT_ONCE}`,
    [due],
  );
  const photos = await jobs.db.query<Trashed>(
    `select p.id, p.account_id as "accountId", p.gallery_id as "galleryId" from photos p
       join galleries g on g.id = p.gallery_id
     where p.deleted_at <= $1 and (g.deleted_at is null or g.deleted_at > $1) order by p.deleted_at limit ${AT_ONCE}`,
    [due],
  );
  for (const { accountId, galleryId } of galleries) {
    await enqueue(jobs.db, accountId, 'gallery.purge', { galleryId }, now, { dedupeKey: `purge:${galleryId}` });
  }
  for (const { id: photoId, accountId, galleryId } of photos) {
    const effect = { galleryId, photoId };
    await enqueue(jobs.db, accountId, 'photo.erase', effect, now, { dedupeKey: `erase:${photoId}` });
  }
  await forget(jobs, now);
  return { galleries: galleries.length, photos: photos.length };
}

const DAY_MS = 24 * 60 * 60 * 1000;

async function forget({ db }: Needed, now: number): Promise<void> {
  await db.query('delete from visitors where expires_at <= $1', [timestamp(now)]);
  await db.query('delete from rate_limits where window_start <= $1', [timestamp(now - 2 * DAY_MS)]);
  await db.query('delete from outbox where done_at <= $1', [timestamp(now - 7 * DAY_MS)]);
  // Kept for a while after its end: its link can still ask for a new one.
  await db.query('delete from grant_tokens where expires_at <= $1', [timestamp(now - 90 * DAY_MS)]);
}
