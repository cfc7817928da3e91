import { TOMBSTONE_MS } from '#core/domain/site/domains.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { DELIVERY_LOG_MS } from '#core/domain/studio/integrations.ts';
import { eraseCustomers, eraseSessions } from '../customers/trash.ts';
import { KEEP_BOUNCES_MS, KEEP_DELIVERIES_MS } from '../mails/suppressions.ts';
import { enqueueDomainCheck } from '../domains/enqueue-check.ts';
import { deleteDeadConnections } from '../live/connections.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { MAX_ATTEMPTS } from '../outbox/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { jobTurn } from '../platform/db/job-turn.ts';
import type { JobServices } from '../platform/job-services.ts';
import { eraseContracts } from '../contracts/retention.ts';
import { eraseReceiptClients } from '../receipts/retention.ts';

type Deps = Pick<JobServices, 'clock' | 'db'>;

/** Rows per run and kind; the rest waits for the next run. */
const BATCH_SIZE = 500;

/** Guests that an hourly run checks for traces: 45,000 of 300 studios in two days, 1.5 million of 10,000 in two months. */
const GUESTS_PER_RUN = 1000;

/** Days for which the auth service's own audit log is kept; triggers have read each entry when it was written. */
const AUDIT_DAYS = 90;
const AUDIT_BATCH_SIZE = 10_000;

interface TrashedGallery {
  id: string;
  accountId: string;
  galleryId: string;
}

/** Number of due rows per kind in one run. */
interface TrashRun {
  accounts: number;
  galleries: number;
  photos: number;
  sessions: number;
  customers: number;
}

/**
 * Enqueues the erasure of everything that was in the trash for 30 days, and deletes expired rows:
 * visitor sessions, tokens, rate-limit counters, and what visitors removed or left empty. Makes the next months'
 * partitions of gallery events, which are kept as long as their gallery.
 */
export async function emptyTrash(jobs: Deps): Promise<TrashRun> {
  const now = jobs.clock();
  const due = timestamp(now - TRASH_MS);
  const galleries = await jobs.db.query<TrashedGallery>(
    // Include all galleries of closed studios, also those that are not in the trash.
    `select id, account_id as "accountId", id as "galleryId" from (
       select id, account_id, deleted_at from galleries where deleted_at <= $1
       union
       select g.id, g.account_id, a.deleted_at from galleries g join accounts a on a.id = g.account_id
       where a.deleted_at <= $1 and (g.deleted_at is null or g.deleted_at > $1)) as due
     order by deleted_at, id limit ${BATCH_SIZE}`,
    [due],
  );
  const photos = await jobs.db.query<TrashedGallery>(
    `select p.id, p.account_id as "accountId", p.gallery_id as "galleryId" from photos p
       join galleries g on g.id = p.gallery_id
     where p.deleted_at <= $1 and (g.deleted_at is null or g.deleted_at > $1) order by p.deleted_at limit ${BATCH_SIZE}`,
    [due],
  );
  for (const { accountId, galleryId } of galleries) {
    await enqueue(jobs.db, accountId, 'gallery.purge', { galleryId }, now, { dedupeKey: `purge:${galleryId}` });
  }
  for (const { id: photoId, accountId, galleryId } of photos) {
    const effect = { galleryId, photoId };
    await enqueue(jobs.db, accountId, 'photo.erase', effect, now, { dedupeKey: `erase:${photoId}` });
  }
  // Run this first, because the erasures below may fail.
  await deleteExpired(jobs, now);
  await resumeDomainChecks(jobs, now);
  const accounts = await eraseAccounts(jobs, due, now);
  const sessions = await eraseSessions(jobs.db, due);
  // Erase customers after their sessions.
  const customers = await eraseCustomers(jobs.db, due, now);
  await eraseReceiptClients(jobs.db, now);
  await jobs.db.transaction((tx) => eraseContracts(tx, now));
  await jobs.db.query('select make_gallery_event_months($1)', [timestamp(now)]);
  return { accounts, galleries: galleries.length, photos: photos.length, sessions, customers };
}

/**
 * Enqueues checks of domains that nobody plans any more: after hours without DNS or CloudFront, and after a closed studio
 * reopened. Its live domain is checked every six hours otherwise.
 */
async function resumeDomainChecks({ db }: Deps, now: number): Promise<void> {
  const rows = await db.query<{ id: string; accountId: string }>(
    `select d.id, d.account_id as "accountId" from domains d join accounts a on a.id = d.account_id
     where (d.status in ('issuing', 'live', 'lost') and a.deleted_at is null and d.checked_at <= $1
         or d.status = 'removed' and d.tenant_id is not null)
       and not exists (select from outbox o where o.dedupe_key = 'domain:' || d.id and o.done_at is null
         and o.attempts < ${MAX_ATTEMPTS})
     order by d.checked_at limit ${BATCH_SIZE}`,
    [timestamp(now - HOUR_MS)],
  );
  for (const { id, accountId } of rows) await enqueueDomainCheck(db, accountId, id, now);
}

/** Enqueues the erasure of closed studios whose galleries are all erased. */
async function eraseAccounts({ db }: Deps, due: Date, now: number): Promise<number> {
  const accounts = await db.query<{ id: string }>(
    `select a.id from accounts a where a.deleted_at <= $1
       and not exists (select from galleries g where g.account_id = a.id) order by a.deleted_at limit ${BATCH_SIZE}`,
    [due],
  );
  for (const { id: accountId } of accounts) {
    // No account id: the effect must outlive the account, to be marked as done.
    await enqueue(db, null, 'account.erase', { accountId }, now, { dedupeKey: `erase-account:${accountId}` });
  }
  return accounts.length;
}

/**
 * Deletes removed lists and comments, expired links, and guests whose token has expired and who have no picks and no
 * comments.
 */
async function deleteExpiredChoices(db: Queryable, now: number): Promise<void> {
  await db.query('delete from person_tokens where expires_at <= $1', [timestamp(now - DAY_MS)]);
  const due = timestamp(now - TRASH_MS);
  await db.query('delete from photo_comments where deleted_at <= $1', [due]);
  // A removed selection keeps its rounds and charges.
  await db.query("delete from pick_lists where kind = 'favourites' and deleted_at <= $1", [due]);
  const guests = "select id, account_id, gallery_id from gallery_people where role = 'guest' and created_at <= $1";
  // Values and an array, because PostgreSQL would join the turn with whole tables.
  const none = (table: string) => `(select true from ${table} l
    where l.account_id = t.account_id and l.gallery_id = t.gallery_id and l.person_id = t.id limit 1) is null`;
  await db.query(
    `with ${jobTurn('guests', guests, GUESTS_PER_RUN)}
     delete from gallery_people where id = any (array(
       select t.id from turn t where ${['visitor_people', 'picks', 'photo_comments'].map(none).join(' and ')}))`,
    [timestamp(now - DAY_MS)],
  );
}

async function deleteExpired({ db }: Deps, now: number): Promise<void> {
  await db.query('delete from visitors where expires_at <= $1', [timestamp(now)]);
  await deleteDeadConnections(db, now);
  await db.query(
    'delete from live_photos v using galleries g where g.id = v.gallery_id and coalesce(g.event_until <= $1, true)',
    [timestamp(now - DAY_MS)],
  );
  await deleteExpiredChoices(db, now);
  // Rooms of lists and galleries that are gone.
  await db.query(
    `delete from live_rooms r where left(r.room, 2) in ('l:', 'g:')
       and not exists (select from pick_lists l where l.id = substr(r.room, 3))
       and not exists (select from galleries g where g.id = substr(r.room, 3))`,
  );
  await db.query('delete from rate_limits where window_start <= $1', [timestamp(now - 2 * DAY_MS)]);
  // Keep expired holds for a day: a visitor who returns to the form can book if the slot is still free.
  await db.query('delete from slot_holds where expires_at <= $1', [timestamp(now - DAY_MS)]);
  await db.query('delete from session_links where expires_at <= $1', [timestamp(now)]);
  await db.query('delete from proposal_links where expires_at <= $1', [timestamp(now)]);
  // Checkouts that nobody paid, and the contact details of payments that went back. Stripe repeats events for days.
  const monthAgo = timestamp(now - 30 * DAY_MS);
  await db.query("delete from checkouts where created_at <= $1 and status in ('closing', 'expired')", [monthAgo]);
  await db.query('update checkouts set booking = null where created_at <= $1 and booking is not null', [monthAgo]);
  await db.query('delete from stripe_events where processed_at <= $1', [monthAgo]);
  // The client's page lists ended links for a month.
  await db.query('delete from client_links where least(revoked_at, expires_at) <= $1', [timestamp(now - TRASH_MS)]);
  await db.query('delete from webhook_deliveries where created_at <= $1', [timestamp(now - DELIVERY_LOG_MS)]);
  // Keep an ended token for a while, so that its owner can see which program stopped.
  await db.query('delete from api_tokens where least(expires_at, revoked_at) <= $1', [
    timestamp(now - DELIVERY_LOG_MS),
  ]);
  await db.query('delete from site_previews where expires_at <= $1', [timestamp(now)]);
  await db.query('delete from outbox where done_at <= $1', [timestamp(now - 7 * DAY_MS)]);
  // The export's job gives up after some hours; mark it as failed, so that a new one can be requested.
  await db.query(`update account_exports set status = 'failed' where status = 'queued' and created_at <= $1`, [
    timestamp(now - DAY_MS),
  ]);
  // Keep expired tokens for 90 days: their links can still request a new one.
  await db.query('delete from grant_tokens where expires_at <= $1', [timestamp(now - 90 * DAY_MS)]);
  await db.query(`delete from domains where status = 'removed' and tenant_id is null and removed_at <= $1`, [
    timestamp(now - TOMBSTONE_MS),
  ]);
  // The studio had 90 days to find a mistake.
  await db.query("delete from leads where status = 'spam' and created_at <= $1", [timestamp(now - 90 * DAY_MS)]);
  await db.query('delete from mail_deliveries where sent_at <= $1', [timestamp(now - KEEP_DELIVERIES_MS)]);
  for (const table of ['mail_refusals', 'mail_suppressions'])
    await db.query(`delete from ${table} where reason = 'bounce' and created_at <= $1`, [
      timestamp(now - KEEP_BOUNCES_MS),
    ]);
  // No reminder is sent so long before a session.
  await db.query('delete from sent_notices where at <= $1', [timestamp(now - 60 * DAY_MS)]);
  // Delete the emails of people who never joined, or who are members by now.
  await db.query('delete from team_invites where coalesce(responded_at, expires_at) <= $1', [
    timestamp(now - 90 * DAY_MS),
  ]);
  await db.query('delete from security_events where at <= $1', [timestamp(now - 400 * DAY_MS)]);
  await db.query("delete from notices where decided_at <= now() - interval '3 years'");
  await db.query("delete from operator_events where at <= now() - interval '6 years'");
  // The auth service never deletes its log, which contains emails and IP addresses. No index: a bounded number a run.
  await db.query('select delete_auth_log($1, $2)', [timestamp(now - AUDIT_DAYS * DAY_MS), AUDIT_BATCH_SIZE]);
}
