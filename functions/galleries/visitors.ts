import { stringifySetCookie } from 'cookie';
import { makeId } from '#core/domain/ids.ts';
import { findRole } from '../platform/auth/authorization.ts';
import { hashToken, makeToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { optionalIdentity } from '../platform/http/handler.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import {
  type AccessDecision,
  findVisitorAccess,
  type GalleryAccessRow,
  memberAccess,
  visitorAccess,
} from './access.ts';

export const VISITOR_COOKIE = 'visitor_session';

/** A browser stays known for this long after its last visit, in milliseconds. */
const VISITOR_MS = 90 * 24 * 60 * 60 * 1000;

/** A browser that was let in somewhere, whoever sits before it. */
export interface Visitor {
  id: string;
  /** The cookie's own value; only its hash is stored. */
  token: string;
}

/** The visitor session of a call, or null when there is none or it has ended. */
export async function findVisitor(db: Queryable, request: HttpRequest, now: number): Promise<Visitor | null> {
  const token = request.cookies[VISITOR_COOKIE];
  if (!token || !/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db.query<{ id: string }>('select id from visitors where token_hash = $1 and expires_at > $2', [
    hashToken(token),
    timestamp(now),
  ]);
  return row ? { id: row.id, token } : null;
}

/** Begins a visitor session. */
export async function createVisitor(db: Queryable, now: number): Promise<Visitor> {
  const visitor = { id: makeId(random), token: makeToken() };
  await db.query(
    'insert into visitors (id, token_hash, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)',
    [visitor.id, hashToken(visitor.token), timestamp(now), timestamp(now + VISITOR_MS)],
  );
  return visitor;
}

/** Puts the end of a session off; a day's precision spares most calls the write. */
export async function recordVisit(db: Queryable, visitor: Visitor, now: number): Promise<void> {
  await db.query('update visitors set last_seen_at = $2, expires_at = $3 where id = $1 and last_seen_at < $4', [
    visitor.id,
    timestamp(now),
    timestamp(now + VISITOR_MS),
    timestamp(now - 24 * 60 * 60 * 1000),
  ]);
}

/** The session as a `Set-Cookie` value. It serves the API only, but pages below `/p` are navigated to: so `Path=/`. */
export function visitorCookie(visitor: Visitor, services: Services): string {
  return stringifySetCookie({
    name: VISITOR_COOKIE,
    value: visitor.token,
    path: '/',
    maxAge: VISITOR_MS / 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: services.appOrigin.startsWith('https:'),
  });
}

/** Who stands at a gallery's door. */
export interface GalleryCaller {
  /** A member of the gallery's account, who may look at it in every state. */
  member: boolean;
  visitor: Visitor | null;
}

/** Reads bearer token and visitor session; neither is asked for. */
export async function identifyCaller(
  services: Services,
  request: HttpRequest,
  galleryAccess: GalleryAccessRow,
): Promise<GalleryCaller> {
  const identity = await optionalIdentity(request, services);
  const member = identity !== null && (await findRole(services.db, identity.userId, galleryAccess.accountId)) !== null;
  return { member, visitor: member ? null : await findVisitor(services.db, request, services.clock()) };
}

/** What the door says to this guest. */
export async function decideAccess(
  services: Services,
  caller: GalleryCaller,
  galleryAccess: GalleryAccessRow,
): Promise<AccessDecision> {
  if (caller.member) return memberAccess();
  const given = await findVisitorAccess(services.db, caller.visitor?.id, galleryAccess.id);
  return visitorAccess(galleryAccess, given, services.clock());
}
