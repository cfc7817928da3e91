import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { assertUpToDate } from '../lib/archives/current.ts';
import { Lease, LEASE_MS } from '../lib/archives/lease.ts';
import { packArchive } from '../lib/archives/pack.ts';
import { defineHandler } from '../lib/http.ts';
import { limitAttempts, networkPrefix } from '../lib/rate-limit.ts';
import type { Services } from '../lib/services.ts';
import { readEntries } from './archive-contents.ts';
import {
  toArchive,
  archiveFailure,
  findArchive,
  findOrInsert,
  isExpired,
  isSmall,
  recordFetch,
} from './archive-rows.ts';
import { recordArchiveDownload } from './archive-count.ts';
import { authorizeDownload, type DownloadCaller } from './download-door.ts';

export { notify } from './archive-mails.ts';
export { unlock } from './pin-door.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Archives that a visitor may ask for; and all of one network, who may be a school. */
const REQUESTS_PER_VISITOR = { limit: 30, windowMs: HOUR_MS };
const REQUESTS_PER_NETWORK = { limit: 200, windowMs: HOUR_MS };
/** How long a visitor waits for a small archive; then the job packs it. The function has 20 s. */
const TIMEOUT_MS = 12_000;
/**
 * A link holds for so long, and no longer than whatever else a visitor was let in to (decisions §4). What has begun by
 * then comes to its end. Who lost their line asks `archives.part` again, as the page's links do: it looks at neither
 * Range nor If-Range, and where it leads is the same object with the same ETag, which S3 serves from there on.
 */
const LINK_S = 5 * 60;

export const create = defineHandler(archives.create, async ({ services, request, params, body }) => {
  const { db, clock } = services;
  const who = await authorizeDownload(services, request, params.galleryId, body.size);
  if (!who.member) await limitRequests(services, who, request.viewerIp);
  const { entries, gallery } = await readEntries(db, who, body);
  const leaseUntil = isSmall(entries) ? clock() + LEASE_MS : null;
  const { row, isNew } = await findOrInsert(db, who, body.size, entries, clock(), leaseUntil);
  if (!isNew) return { body: toArchive(row, clock()) };
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
  if (packed.status === 'waiting') await services.triggerArchivePacker(0);
  return { body: toArchive(packed, clock()) };
});

async function limitRequests(
  { db, clock }: Services,
  { galleryAccess: galleryAccess, visitorId }: DownloadCaller,
  ip: string,
): Promise<void> {
  const now = clock();
  if (visitorId)
    await limitAttempts(db, { bucket: `archives:${galleryAccess.id}:${visitorId}`, ...REQUESTS_PER_VISITOR }, now);
  await limitAttempts(
    db,
    { bucket: `archives:${galleryAccess.id}:${networkPrefix(ip)}`, ...REQUESTS_PER_NETWORK },
    now,
  );
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

export const part = defineHandler(archives.part, async ({ services, request, params }) => {
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
  const location = await storage.presignGet('renditions', stored.key, stored.filename, LINK_S);
  await recordFetch(db, row, clock());
  if (!who.member && index === 0) await recordArchiveDownload(db, who, row, request.viewerIp, clock());
  return { body: undefined, status: 302, headers: { location, 'referrer-policy': 'no-referrer' } };
});
