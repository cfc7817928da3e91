import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { authorizeDownload, type DownloadCaller, limitDownloads } from '../galleries/download-access.ts';
import { recordDownload } from '../galleries/events.ts';
import { orRefusalPage } from '../galleries/refused-file.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { type Call, defineHandler, type Redirect } from '../platform/http/handler.ts';
import { hashNetwork, networkPrefix } from '../platform/http/network-prefix.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { readEntries } from './contents.ts';
import { assertUpToDate } from './entries.ts';
import { Lease, LEASE_MS } from './lease.ts';
import { packArchive } from './pack.ts';
import {
  archiveFailure,
  type ArchiveRow,
  findArchive,
  findOrInsert,
  isExpired,
  isSmall,
  recordFetch,
  toArchive,
} from './rows.ts';

export { unlock } from '../galleries/download-access.ts';

/** Records one download of all parts per visitor and archive: browsers repeat the request to resume. */
async function recordArchiveDownload(
  db: Database,
  { galleryAccess, visitorId, grantId }: DownloadCaller,
  archive: Pick<ArchiveRow, 'id' | 'size' | 'expiresAt' | 'parts'>,
  ip: string,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Deduplicate with a rate-limit counter, which expires days after its window begins; the window begins when the
    // archive ends.
    const [first] = await tx.query(
      `insert into rate_limits (bucket, window_start, count) values ($1, $2, 1) on conflict do nothing returning bucket`,
      [`archive:${archive.id}:${visitorId ?? networkPrefix(ip)}`, timestamp(archive.expiresAt ?? now)],
    );
    if (!first) return;
    const rows = await tx.query<{ photoId: string }>(
      `select e ->> 'photoId' as "photoId" from archives a, jsonb_array_elements(a.entries) e where a.id = $1`,
      [archive.id],
    );
    const photoIds = rows.map(({ photoId }) => photoId);
    const { accountId, id: galleryId } = galleryAccess;
    const bytes = { amount: archive.parts.reduce((sum, part) => sum + part.size, 0) };
    await recordDownload(tx, { accountId, galleryId, grantId, size: archive.size, bytes, photoIds }, now);
  });
}

/** Wait for a small archive, in milliseconds; after it the job packs the archive. The function has 20 s. */
const TIMEOUT_MS = 12_000;
/**
 * Lifetime of a download link, in seconds, like all other visitor access. A download that has begun may
 * finish. To resume, the browser requests `archives.part` again: the endpoint ignores Range and If-Range and redirects
 * to the same object with the same ETag, and S3 serves the range.
 */
const LINK_S = 5 * 60;

export const create = defineHandler(archives.create, async ({ services, request, params, body }) => {
  const { db, clock } = services;
  const who = await authorizeDownload(services, request, params.galleryId, body.size);
  if (!who.member) await limitRequests(services, who, request.viewerIp);
  const { entries, gallery } = await readEntries(db, who, body);
  const leaseUntil = isSmall(entries) ? clock() + LEASE_MS : null;
  const { row, isNew } = await findOrInsert(db, who, body.size, entries, clock(), { leaseUntil });
  if (!isNew) {
    // It may have been prepared: from now on it is packed first, and no newer one replaces it.
    await recordFetch(db, row, clock());
    if (row.status === 'queued') await services.triggerArchivePacker(0);
    return { body: toArchive(row, clock()) };
  }
  if (leaseUntil !== null) {
    const packing = {
      ...row,
      accountId: who.galleryAccess.accountId,
      galleryId: who.galleryAccess.id,
      gallery,
      entries,
      attempts: 1,
    };
    await packArchive(services, packing, new Lease(db, packing, leaseUntil), { deadline: clock() + TIMEOUT_MS });
  }
  const packed = leaseUntil === null ? row : await findArchive(db, who.galleryAccess.id, row.id);
  if (packed.status === 'queued') await services.triggerArchivePacker(0);
  return { body: toArchive(packed, clock()) };
});

async function limitRequests(
  { db, clock }: Services,
  { galleryAccess, visitorId }: DownloadCaller,
  ip: string,
): Promise<void> {
  const now = clock();
  if (visitorId) await limitAttempts(db, 'archives', { gallery: galleryAccess.id, visitor: visitorId }, now);
  await limitAttempts(db, 'archives-network', { gallery: galleryAccess.id, network: ip }, now);
}

export const status = defineHandler(archives.status, async ({ services, request, params }) => {
  const { db, clock } = services;
  const { galleryId, archiveId } = params;
  const who = await authorizeDownload(services, request, galleryId, async () => (await find()).size);
  await assertUpToDate(db, archiveId, who.member ? 'member' : 'visitor');
  return { body: toArchive(await find(), clock()) };

  function find() {
    return findArchive(db, galleryId, archiveId);
  }
});

export const part = defineHandler(archives.part, (call) =>
  orRefusalPage(call.services, call.request, call.params.galleryId, () => toPart(call)),
);

async function toPart({ services, request, params }: Call<typeof archives.part>): Promise<Redirect> {
  const { db, clock, storage } = services;
  const { galleryId, archiveId } = params;
  const find = () => findArchive(db, galleryId, archiveId);
  const who = await authorizeDownload(services, request, galleryId, async () => (await find()).size);
  const row = await find();
  if (isExpired(row, clock())) throw new AppError('archive_expired');
  await assertUpToDate(db, archiveId, who.member ? 'member' : 'visitor');
  if (row.status === 'failed') throw archiveFailure(row);
  const index = Number(params.part);
  const stored = row.status === 'ready' ? row.parts[index] : undefined;
  if (!stored) throw new AppError('not_found');
  if (!who.member) await limitDownloads(db, { ...who, request, galleryId, bytes: stored.size }, clock());
  const taken = !readsHeadersOnly(request);
  const method = taken ? 'GET' : 'HEAD';
  const location = await storage.presignGet('renditions', stored.key, stored.filename, LINK_S, method);
  if (taken) await recordFetch(db, row, clock());
  if (taken && !who.member) await recordArchiveDownload(db, who, row, request.viewerIp, clock());
  return { status: 302, location, headers: { 'referrer-policy': 'no-referrer' } };
}

export const notify = defineHandler(archives.notify, async ({ services, request, params, body }) => {
  const { db, clock } = services;
  const { galleryId, archiveId } = params;
  const find = () => findArchive(db, galleryId, archiveId);
  const who = await authorizeDownload(services, request, galleryId, async () => (await find()).size);
  await assertUpToDate(db, archiveId, who.member ? 'member' : 'visitor');
  const now = clock();
  const row = await find();
  if (isExpired(row, now)) throw new AppError('archive_expired');
  if (row.status === 'failed') throw archiveFailure(row);
  await limitMails(db, { gallery: galleryId, mailbox: body.email, network: request.viewerIp }, now);
  await subscribeToArchive(db, who, archiveId, { ...body, viewerIp: request.viewerIp }, now);
  return { body: { willMail: true as const } };
});

/** @throws AppError `rate_limited` */
async function limitMails(
  db: Queryable,
  subjects: { gallery: string; mailbox: string; network: string },
  now: number,
): Promise<void> {
  await limitAttempts(db, 'archive-mails', subjects, now);
  await limitAttempts(db, 'archive-mails-gallery', subjects, now);
  await limitAttempts(db, 'archive-mails-mailbox', subjects, now);
}

/**
 * Stores the recipient for the packer to notify. For an archive that is already ready, enqueues the mail immediately.
 */
async function subscribeToArchive(
  db: Database,
  { galleryAccess, grantId }: DownloadCaller,
  archiveId: string,
  { email, language, viewerIp }: { email: string; language: string; viewerIp: string },
  now: number,
): Promise<void> {
  const { accountId } = galleryAccess;
  await db.transaction(async (tx) => {
    const [archive] = await tx.query<{ status: string }>('select status from archives where id = $1 for update', [
      archiveId,
    ]);
    const [mail] = await tx.query<{ id: string }>(
      `insert into archive_notifications (id, account_id, gallery_id, archive_id, grant_id, email, language, created_at,
         network_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (archive_id, email) do nothing returning id`,
      [
        makeId(random),
        accountId,
        galleryAccess.id,
        archiveId,
        grantId,
        email,
        language,
        timestamp(now),
        hashNetwork(accountId, viewerIp),
      ],
    );
    if (!mail || archive?.status !== 'ready') return;
    const dedupeKey = `archive:${mail.id}`;
    await enqueue(tx, accountId, 'archive.mail', { mailId: mail.id }, now, { dedupeKey });
  });
}
