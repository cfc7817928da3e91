import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { makeId } from '#core/domain/ids.ts';
import { assertUpToDate } from '../lib/archives/current.ts';
import { type Database, type Queryable, timestamp } from '../lib/db.ts';
import { defineHandler } from '../lib/http.ts';
import { enqueue } from '../lib/outbox.ts';
import { limitAttempts, networkPrefix } from '../lib/rate-limit.ts';
import { hashToken, random } from '../lib/secrets.ts';
import { archiveFailure, findArchive, isExpired } from './archive-rows.ts';
import { authorizeDownload, type DownloadCaller } from './download-door.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails about archives to one person: of one gallery, and of all of them. Nobody's mailbox is flooded by strangers. */
const MAILS_PER_RECIPIENT = { limit: 5, windowMs: HOUR_MS };
const MAILS_PER_RECIPIENT_GLOBAL = { limit: 10, windowMs: HOUR_MS };
/** Addresses that one network may name. */
const MAILS_PER_NETWORK = { limit: 20, windowMs: HOUR_MS };

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
  await limitMails(db, galleryId, body.email, request.viewerIp, now);
  await subscribeToArchive(db, who, archiveId, body, now);
  return { body: { willMail: true as const } };
});

/** @throws AppError `rate_limited` */
async function limitMails(db: Queryable, galleryId: string, email: string, ip: string, now: number): Promise<void> {
  const person = hashToken(email.toLowerCase());
  await limitAttempts(db, { bucket: `archive-mails:${networkPrefix(ip)}`, ...MAILS_PER_NETWORK }, now);
  await limitAttempts(db, { bucket: `archive-mail:${galleryId}:${person}`, ...MAILS_PER_RECIPIENT }, now);
  await limitAttempts(db, { bucket: `archive-mail:${person}`, ...MAILS_PER_RECIPIENT_GLOBAL }, now);
}

/** Notes the address. Whoever makes the archive ready finds it; for one that is ready there is nobody to do so. */
async function subscribeToArchive(
  db: Database,
  { galleryAccess: galleryAccess, grantId }: DownloadCaller,
  archiveId: string,
  { email, language }: { email: string; language: string },
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [archive] = await tx.query<{ status: string }>('select status from archives where id = $1 for update', [
      archiveId,
    ]);
    const [mail] = await tx.query<{ id: string }>(
      `insert into archive_mails (id, account_id, gallery_id, archive_id, grant_id, email, language, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (archive_id, email) do nothing returning id`,
      [makeId(random), galleryAccess.accountId, galleryAccess.id, archiveId, grantId, email, language, timestamp(now)],
    );
    if (!mail || archive?.status !== 'ready') return;
    const dedupeKey = `archive:${mail.id}`;
    await enqueue(tx, galleryAccess.accountId, 'archive.mail', { mailId: mail.id }, now, { dedupeKey });
  });
}
