import { archives } from '#core/api/archives.ts';
import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { verifyPassword } from '../platform/auth/secrets.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { countOccurrence, limitAttempts, type LimitSubjects, releaseAttempt } from '../platform/http/rate-limit.ts';
import { type HttpRequest, readsHeadersOnly } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { accessError, findGalleryAccess, type GalleryAccessRow } from './access.ts';
import { countGuess } from './guesses.ts';
import { createLimitedVisitor, decideAccess, identifyCaller, visitorCookie } from './visitors.ts';

/**
 * Requires a gallery's PIN, if it has one, before any download. Members need none.
 * @throws AppError `pin_required`, also after the PIN was changed
 */
export async function requirePin(db: Queryable, galleryId: string, visitorId: string | undefined): Promise<void> {
  const [row] = await db.query<{ known: boolean }>(
    `select exists (select from visitor_access v
       where v.visitor_id = $2 and v.gallery_id = p.gallery_id and v.pin_version = p.version) as known
     from gallery_pins p where p.gallery_id = $1`,
    [galleryId, visitorId ?? null],
  );
  if (row && !row.known) throw new AppError('pin_required');
}

/**
 * Called for each download of a client.
 * @throws AppError `cap_reached` while the studio's month costs as much as it may
 */
export function assertBelowCap({ cappedAt }: Pick<GalleryAccessRow, 'cappedAt'>): void {
  if (cappedAt !== null) throw new AppError('cap_reached');
}

/** What a visitor's request reads, and for whom it counts. */
interface Reading {
  request: HttpRequest;
  galleryId: string;
  grantId: string | null;
  bytes: number;
}

/**
 * Counts the bytes of a download or a video before its URL is signed: for the invitation, or without one for the
 * network. `HEAD` is refused alike and counts nothing: pages ask so whether a download would be refused, because a refused
 * one shows nothing. Its URL is signed for `HEAD` alone, and sends no bytes.
 * @throws AppError `rate_limited`
 */
export async function limitDownloads(
  db: Queryable,
  { request, galleryId, grantId, bytes }: Reading,
  now: number,
): Promise<void> {
  const megabytes = Math.ceil(bytes / 1_000_000);
  const count = async <N extends 'downloaded-megabytes' | 'downloaded-megabytes-invited'>(
    name: N,
    subjects: LimitSubjects<N>,
  ) => {
    try {
      await limitAttempts(db, name, subjects, now, megabytes);
    } finally {
      if (readsHeadersOnly(request)) await releaseAttempt(db, name, subjects, now, megabytes);
    }
  };
  if (grantId === null) await count('downloaded-megabytes', { gallery: galleryId, network: request.viewerIp });
  else await count('downloaded-megabytes-invited', { grant: grantId });
}

/**
 * Counts a video that is played, once an hour for each visitor: browsers ask again when a person seeks. A visitor
 * without a session counts as their network. A refused request leaves nothing counted, so that the next is refused as
 * well.
 * @throws AppError `rate_limited`
 */
export async function limitPlays(
  db: Database,
  reading: Reading & { photoId: string; visitorId: string | null },
  now: number,
): Promise<void> {
  const { request, photoId, visitorId } = reading;
  if (readsHeadersOnly(request)) return;
  await db.transaction(async (tx) => {
    const bucket = `played:${photoId}:${visitorId ?? networkPrefix(request.viewerIp)}`;
    if ((await countOccurrence(tx, bucket, HOUR_MS, now)) === 1) await limitDownloads(tx, reading, now);
  });
}

/** The caller of a download. */
export interface DownloadCaller {
  galleryAccess: GalleryAccessRow;
  /** True for a member of the studio: sees all photos, without limits and statistics. */
  member: boolean;
  visitorId: string | null;
  grantId: string | null;
}

/**
 * Checks a download in this order: access to the gallery, permission for this size, PIN.
 * @throws AppError `not_found`, the errors of refused access, `cap_reached`, `download_not_allowed`, `pin_required`
 */
export async function authorizeDownload(
  services: Services,
  request: HttpRequest,
  galleryId: string,
  sizeOf: DownloadSize | ((galleryAccess: GalleryAccessRow) => Promise<DownloadSize>),
): Promise<DownloadCaller> {
  const { db } = services;
  const galleryAccess = await findGalleryAccess(db, galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access, rights, grantId } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  // Read the size only after the access check, so that a refused caller learns nothing about the content.
  const size = typeof sizeOf === 'string' ? sizeOf : await sizeOf(galleryAccess);
  const visitorId = caller.visitor?.id ?? null;
  if (!caller.member) {
    assertBelowCap(galleryAccess);
    const [gallery] = await db.query<{ allowed: boolean }>(
      `select case when $2 = 'original' then allow_original else allow_web end as allowed from galleries where id = $1`,
      [galleryId, size],
    );
    if (!rights.download || !gallery?.allowed) throw new AppError('download_not_allowed');
    await requirePin(db, galleryId, caller.visitor?.id);
  }
  return { galleryAccess, member: caller.member, visitorId, grantId };
}

export const unlock = defineHandler(archives.unlock, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const caller = await identifyCaller(services, request, galleryAccess);
  const { access } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  const version = await checkPin(db, galleryAccess, body.pin, request.viewerIp, now);
  if (caller.member) return { body: { unlocked: true as const } };
  const visitor = caller.visitor ?? (await createLimitedVisitor(db, request.viewerIp, now));
  await db.query(
    `insert into visitor_access (visitor_id, gallery_id, account_id, pin_version, granted_at)
     values ($1, $2, $3, $4, $5) on conflict (visitor_id, gallery_id) do update set pin_version = excluded.pin_version`,
    [visitor.id, galleryAccess.id, galleryAccess.accountId, version, timestamp(now)],
  );
  return { body: { unlocked: true as const }, cookies: [visitorCookie(visitor, services, true)] };
});

/**
 * Compares a PIN with the gallery's and returns its version. A gallery without a PIN answers like a wrong PIN.
 * @throws AppError `rate_limited`, `pin_wrong`
 */
async function checkPin(
  db: Queryable,
  galleryAccess: GalleryAccessRow,
  pin: string,
  ip: string,
  now: number,
): Promise<number> {
  const [row] = await db.query<{ hash: string; version: number }>(
    'select pin_hash as hash, version from gallery_pins where gallery_id = $1',
    [galleryAccess.id],
  );
  const check = async () => row !== undefined && (await verifyPassword(pin, row.hash));
  const isRight = await countGuess(db, 'pin', { galleryId: galleryAccess.id, viewerIp: ip, check }, now);
  if (!row || !isRight) throw new AppError('pin_wrong', { field: 'pin' });
  return row.version;
}
