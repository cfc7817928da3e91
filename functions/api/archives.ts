import { archives } from '#core/api/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { requireCurrent } from '../lib/archives/current.ts';
import { Lease, LEASE_MS } from '../lib/archives/lease.ts';
import { packArchive } from '../lib/archives/pack.ts';
import { handle } from '../lib/http.ts';
import { countAttempt, subnetOf } from '../lib/rate-limit.ts';
import type { Services } from '../lib/services.ts';
import { readEntries } from './archive-contents.ts';
import { archiveOf, failureOf, findArchive, findOrInsert, isOver, isSmall, noteFetch } from './archive-rows.ts';
import { countDownload } from './archive-count.ts';
import { askToDownload, type Downloader } from './download-door.ts';

export { notify } from './archive-mails.ts';
export { unlock } from './pin-door.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Archives that a visitor may ask for; and all of one network, who may be a school. */
const ASKED_BY_ONE = { limit: 30, windowMs: HOUR_MS };
const ASKED_FROM = { limit: 200, windowMs: HOUR_MS };
/** How long a visitor waits for a small archive; then the job packs it. The function has 20 s. */
const PATIENCE_MS = 12_000;
/**
 * A link holds for so long, and no longer than whatever else a visitor was let in to (decisions §4). What has begun by
 * then comes to its end. Who lost their line asks `archives.part` again, as the page's links do: it looks at neither
 * Range nor If-Range, and where it leads is the same object with the same ETag, which S3 serves from there on.
 */
const LINK_S = 5 * 60;

export const create = handle(archives.create, async ({ services, request, params, body }) => {
  const { db, clock } = services;
  const who = await askToDownload(services, request, params.galleryId, body.size);
  if (!who.member) await countRequest(services, who, request.viewerAddress);
  const { entries, gallery } = await readEntries(db, who, body);
  const leaseUntil = isSmall(entries) ? clock() + LEASE_MS : null;
  const { row, isNew } = await findOrInsert(db, who, body.size, entries, clock(), leaseUntil);
  if (!isNew) return { body: archiveOf(row, clock()) };
  if (leaseUntil !== null) {
    const packing = { ...row, accountId: who.door.accountId, galleryId: who.door.id, gallery, entries, attempts: 1 };
    await packArchive(services, packing, new Lease(db, packing, leaseUntil), { deadline: clock() + PATIENCE_MS });
  }
  const packed = leaseUntil === null ? row : await findArchive(db, who.door.id, row.id);
  if (packed.status === 'waiting') await services.callPacker(0);
  return { body: archiveOf(packed, clock()) };
});

async function countRequest({ db, clock }: Services, { door, visitorId }: Downloader, address: string): Promise<void> {
  const now = clock();
  if (visitorId) await countAttempt(db, { bucket: `archives:${door.id}:${visitorId}`, ...ASKED_BY_ONE }, now);
  await countAttempt(db, { bucket: `archives:${door.id}:${subnetOf(address)}`, ...ASKED_FROM }, now);
}

export const status = handle(archives.status, async ({ services, request, params }) => {
  const { db, clock } = services;
  const { galleryId, archiveId } = params;
  const who = await askToDownload(services, request, galleryId, async () => (await find()).size);
  await requireCurrent(db, archiveId, who.member ? 'member' : 'visitor');
  return { body: archiveOf(await find(), clock()) };

  function find() {
    return findArchive(db, galleryId, archiveId);
  }
});

export const part = handle(archives.part, async ({ services, request, params }) => {
  const { db, clock, storage } = services;
  const { galleryId, archiveId } = params;
  const find = () => findArchive(db, galleryId, archiveId);
  const who = await askToDownload(services, request, galleryId, async () => (await find()).size);
  const row = await find();
  if (isOver(row, clock())) throw new AppError('archive_expired');
  await requireCurrent(db, archiveId, who.member ? 'member' : 'visitor');
  if (row.status === 'failed') throw failureOf(row);
  const index = Number(params.part);
  const stored = row.status === 'ready' ? row.parts[index] : undefined;
  if (!stored) throw new AppError('not_found');
  const location = await storage.presignGet('renditions', stored.key, stored.filename, LINK_S);
  await noteFetch(db, row, clock());
  if (!who.member && index === 0) await countDownload(db, who, row, request.viewerAddress, clock());
  return { body: undefined, status: 302, headers: { location, 'referrer-policy': 'no-referrer' } };
});
