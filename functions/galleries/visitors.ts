import { stringifySetCookie } from 'cookie';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { findRole } from '../platform/auth/authorization.ts';
import { hashToken, makeToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { optionalIdentity } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { type HttpRequest, viewerHost } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { IS_ISOLATED } from '../public-studio/isolated-hosts.ts';
import {
  type AccessDecision,
  findVisitorAccess,
  type GalleryAccessRow,
  memberAccess,
  visitorAccess,
} from './access.ts';

/** By the prefix `__Host-` browsers accept the cookie from this host alone, over TLS: no sibling domain can set it. */
export const VISITOR_COOKIE = '__Host-visitor_session';
/** Name of the cookie without TLS, on a developer's machine: not every browser accepts the prefix there. */
const PLAIN_VISITOR_COOKIE = 'visitor_session';

const isSecure = ({ appOrigin }: Services) => appOrigin.startsWith('https:');
const cookieName = (services: Services) => (isSecure(services) ? VISITOR_COOKIE : PLAIN_VISITOR_COOKIE);

/** Lifetime of a visitor session after its last visit, in milliseconds. */
const VISITOR_MS = 90 * DAY_MS;

/** A browser with gallery access, identified by cookie, not by person. */
export interface Visitor {
  id: string;
  /** The cookie value; only its hash is stored. */
  token: string;
}

/**
 * Returns the visitor session of a call; null if it is missing or expired, and on an isolated host: the studio's
 * own script could send the request with the visitor's cookie.
 */
export async function findVisitor(
  services: Services,
  request: HttpRequest,
  db: Queryable = services.db,
): Promise<Visitor | null> {
  const token = request.cookies[cookieName(services)];
  if (!token || !/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db.query<{ id: string }>(
    `select id from visitors where token_hash = $1 and expires_at > $2
       and not ${IS_ISOLATED('$3')}`,
    [hashToken(token), timestamp(services.clock()), viewerHost(request)],
  );
  return row ? { id: row.id, token } : null;
}

/** Creates a visitor session. */
export async function createVisitor(db: Queryable, now: number): Promise<Visitor> {
  const visitor = { id: makeId(random), token: makeToken() };
  await db.query(
    'insert into visitors (id, token_hash, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)',
    [visitor.id, hashToken(visitor.token), timestamp(now), timestamp(now + VISITOR_MS)],
  );
  return visitor;
}

/**
 * Creates a visitor session for an anonymous caller.
 * @throws AppError `rate_limited`
 */
export async function createLimitedVisitor(db: Queryable, ip: string, now: number): Promise<Visitor> {
  await limitAttempts(db, 'new-visitors', { network: ip }, now);
  return createVisitor(db, now);
}

/** Extends a session. Extends at most once a day, which saves most writes. */
export async function recordVisit(db: Queryable, visitor: Visitor, now: number): Promise<void> {
  await db.query('update visitors set last_seen_at = $2, expires_at = $3 where id = $1 and last_seen_at < $4', [
    visitor.id,
    timestamp(now),
    timestamp(now + VISITOR_MS),
    timestamp(now - DAY_MS),
  ]);
}

/**
 * True if the visitor has proven access somewhere by an invitation, a password or a PIN, or has chosen photos. Only then
 * the browser keeps the cookie after it is closed: without an act of the visitor nothing may be stored for longer.
 */
export async function hasProvenAccess(db: Queryable, { id }: Visitor): Promise<boolean> {
  const [row] = await db.query(
    `select from visitor_access where visitor_id = $1
       and (grant_id is not null or password_version is not null or pin_version is not null)
     union all select from visitor_people where visitor_id = $1 limit 1`,
    [id],
  );
  return row !== undefined;
}

/**
 * Returns the `Set-Cookie` value of a session. `Path=/` also covers page loads below `/p`.
 * @param isLasting false: until the browser is closed, see `hasProvenAccess`
 */
export function visitorCookie(visitor: Visitor, services: Services, isLasting: boolean): string {
  return stringifySetCookie({
    name: cookieName(services),
    value: visitor.token,
    path: '/',
    ...(isLasting && { maxAge: VISITOR_MS / 1000 }),
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(services),
  });
}

/** The caller of a gallery endpoint. */
interface GalleryCaller {
  /** True for a member of the gallery's account, who may view it in every state. */
  member: boolean;
  visitor: Visitor | null;
}

/** Reads the optional bearer token and visitor session. */
export async function identifyCaller(
  services: Services,
  request: HttpRequest,
  galleryAccess: GalleryAccessRow,
): Promise<GalleryCaller> {
  const identity = await optionalIdentity(request, services);
  const member = identity !== null && (await findRole(services.db, identity.userId, galleryAccess.accountId)) !== null;
  return { member, visitor: member ? null : await findVisitor(services, request) };
}

/** Decides about this caller's access to a gallery. */
export async function decideAccess(
  services: Pick<Services, 'db' | 'clock'>,
  caller: GalleryCaller,
  galleryAccess: GalleryAccessRow,
): Promise<AccessDecision> {
  if (caller.member) return memberAccess();
  const stored = await findVisitorAccess(services.db, caller.visitor?.id, galleryAccess.id);
  return visitorAccess(galleryAccess, stored, services.clock());
}
