import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { makeId } from '#core/domain/ids.ts';
import { requireCurrent } from '../lib/archives/current.ts';
import { type Database, type Queryable, timestamp } from '../lib/db.ts';
import { handle } from '../lib/http.ts';
import { enqueue } from '../lib/outbox.ts';
import { countAttempt, subnetOf } from '../lib/rate-limit.ts';
import { hashToken, random } from '../lib/secrets.ts';
import { failureOf, findArchive, isOver } from './archive-rows.ts';
import { askToDownload, type Downloader } from './download-door.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Mails about archives to one person: of one gallery, and of all of them. Nobody's mailbox is flooded by strangers. */
const MAILS_TO_ONE = { limit: 5, windowMs: HOUR_MS };
const MAILS_TO_ONE_FROM_ALL = { limit: 10, windowMs: HOUR_MS };
/** Addresses that one network may name. */
const MAILS_FROM = { limit: 20, windowMs: HOUR_MS };

export const notify = handle(archives.notify, async ({ services, request, params, body }) => {
  const { db, clock } = services;
  const { galleryId, archiveId } = params;
  const find = () => findArchive(db, galleryId, archiveId);
  const who = await askToDownload(services, request, galleryId, async () => (await find()).size);
  await requireCurrent(db, archiveId, who.member ? 'member' : 'visitor');
  const now = clock();
  const row = await find();
  if (isOver(row, now)) throw new AppError('archive_expired');
  if (row.status === 'failed') throw failureOf(row);
  await countMail(db, galleryId, body.email, request.viewerAddress, now);
  await wantMail(db, who, archiveId, body, now);
  return { body: { willMail: true as const } };
});

/** @throws AppError `rate_limited` */
async function countMail(db: Queryable, galleryId: string, email: string, address: string, now: number): Promise<void> {
  const person = hashToken(email.toLowerCase());
  await countAttempt(db, { bucket: `archive-mails:${subnetOf(address)}`, ...MAILS_FROM }, now);
  await countAttempt(db, { bucket: `archive-mail:${galleryId}:${person}`, ...MAILS_TO_ONE }, now);
  await countAttempt(db, { bucket: `archive-mail:${person}`, ...MAILS_TO_ONE_FROM_ALL }, now);
}

/** Notes the address. Whoever makes the archive ready finds it; for one that is ready there is nobody to do so. */
async function wantMail(
  db: Database,
  { door, grantId }: Downloader,
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
      [makeId(random), door.accountId, door.id, archiveId, grantId, email, language, timestamp(now)],
    );
    if (!mail || archive?.status !== 'ready') return;
    const dedupeKey = `archive:${mail.id}`;
    await enqueue(tx, door.accountId, 'archive.mail', { mailId: mail.id }, now, { dedupeKey });
  });
}
