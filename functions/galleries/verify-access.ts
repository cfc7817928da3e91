import type { BodyOf } from '#core/api/endpoint.ts';
import { publicPages } from '#core/api/public.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { verifyPassword } from '../platform/auth/secrets.ts';
import { prepareOnVisit } from '../outbox/public-pages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import {
  type AccessDecision,
  findGalleryAccess,
  findVisitorAccess,
  type GalleryAccessRow,
  visitorAccess,
  type VisitorAccess,
} from './access.ts';
import { recordEvent, VISIT_MS } from './events.ts';
import { countGuess } from './guesses.ts';
import { imageTokenCookie } from './image-token.ts';
import { listOpenGalleries } from './open-galleries.ts';
import {
  createLimitedVisitor,
  decideAccess,
  hasProvenAccess,
  identifyCaller,
  recordVisit,
  type Visitor,
  visitorCookie,
} from './visitors.ts';

/**
 * Compares a password with the gallery's and returns its version.
 * @throws AppError `rate_limited`, `password_wrong`
 */
async function checkPassword(
  db: Queryable,
  galleryAccess: GalleryAccessRow,
  password: string,
  ip: string,
  now: number,
): Promise<number> {
  const [secret] = await db.query<{ hash: string; version: number }>(
    'select password_hash as hash, password_version as version from gallery_secrets where gallery_id = $1',
    [galleryAccess.id],
  );
  const check = async () => secret !== undefined && (await verifyPassword(password, secret.hash));
  const isRight = await countGuess(db, 'password', { galleryId: galleryAccess.id, viewerIp: ip, check }, now);
  if (!secret || !isRight) throw new AppError('password_wrong', { field: 'password' });
  return secret.version;
}

/** Checks access to a gallery (docs/decisions/gallery-access.md). Pages call it to open and to renew the image token. */
export const verify = defineHandler(publicPages.verify, async ({ services, request, params, body }) => {
  const galleryAccess = await findGalleryAccess(services.db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const { cookies, ...visit } = await visitGallery({ services, request }, galleryAccess, body);
  return { body: visit, cookies };
});

interface Visit extends Pick<AccessDecision, 'access' | 'rights'> {
  /** Expiry of the image token, epoch milliseconds; 0 without access. */
  imagesUntil: number;
  /** Complete `Set-Cookie` values. */
  cookies: string[];
}

/**
 * Decides about a caller's access to a gallery, and records their visit.
 * @throws AppError `password_wrong`, `rate_limited`
 */
export async function visitGallery(
  { services, request }: { services: Services; request: HttpRequest },
  galleryAccess: GalleryAccessRow,
  body: BodyOf<typeof publicPages.verify>,
): Promise<Visit> {
  const { db } = services;
  const now = services.clock();
  const caller = await identifyCaller(services, request, galleryAccess);
  let decision = await decideAccess(services, caller, galleryAccess);
  let passwordVersion: number | null = null;
  if (decision.access === 'password_required' && body?.password !== undefined) {
    passwordVersion = await checkPassword(db, galleryAccess, body.password, request.viewerIp, now);
    decision = visitorAccess(galleryAccess, { ...NO_ACCESS_YET, passwordVersion }, now);
  }
  const { access, rights } = decision;
  if (access !== 'granted') return { access, rights, imagesUntil: 0, cookies: [] };
  if (caller.member) {
    const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'account', id: galleryAccess.accountId });
    return { access, rights, imagesUntil: expiresAt, cookies: [cookie] };
  }
  const visitor = caller.visitor ?? (await createLimitedVisitor(db, request.viewerIp, now));
  await recordVisit(db, visitor, now);
  if (!body?.glance) await grantAccess(db, visitor, galleryAccess, decision, passwordVersion, now);
  if (!body?.glance && rights.download) await prepareOnVisit(db, galleryAccess, now);
  const publicOf = galleryAccess.visibility === 'public' ? galleryAccess.accountId : null;
  const ids = await listOpenGalleries(db, { first: [galleryAccess.id], visitor, publicOf }, now);
  const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'galleries', ids });
  const isLasting = passwordVersion !== null || (await hasProvenAccess(db, visitor));
  // The browser already has a cookie that ends with it.
  const isKnown = caller.visitor !== null && !isLasting;
  const cookies = [...(isKnown ? [] : [visitorCookie(visitor, services, isLasting)]), cookie];
  return { access, rights, imagesUntil: expiresAt, cookies };
}

const NO_ACCESS_YET: VisitorAccess = {
  grantId: null,
  passwordVersion: null,
  grantedAt: 0,
  grantStatus: null,
  grantExpiresAt: null,
  rights: null,
};

/** Stores the visitor's access and records the visit for the studio. */
async function grantAccess(
  db: Queryable,
  visitor: Visitor,
  galleryAccess: GalleryAccessRow,
  { grantId }: AccessDecision,
  passwordVersion: number | null,
  now: number,
): Promise<void> {
  const before = await findVisitorAccess(db, visitor.id, galleryAccess.id);
  await db.query(
    `insert into visitor_access as v (visitor_id, gallery_id, account_id, password_version, granted_at)
     values ($1, $2, $3, $4, $5)
     on conflict (visitor_id, gallery_id) do update set granted_at = excluded.granted_at,
       password_version = coalesce(excluded.password_version, v.password_version)`,
    [visitor.id, galleryAccess.id, galleryAccess.accountId, passwordVersion, timestamp(now)],
  );
  if (before && now - before.grantedAt < VISIT_MS) return;
  const kind = before ? 'viewed' : 'opened';
  await recordEvent(db, { accountId: galleryAccess.accountId, galleryId: galleryAccess.id, grantId, kind }, now);
}
