import { AppError } from '#core/domain/values/errors.ts';
import { type GalleryStatus, type GalleryVisibility, isExpired } from '#core/domain/galleries/galleries.ts';
import {
  DEFAULT_RIGHTS,
  type GalleryAccess,
  type GrantStatus,
  NO_RIGHTS,
  openRights,
  type Rights,
} from '#core/domain/galleries/grants.ts';
import { isVisitable, studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import type { Queryable } from '../platform/db/database.ts';
import { STUDIO_FACTS } from '../platform/studio-facts.ts';

/** The fields that decide about access to a gallery. */
export interface GalleryAccessRow extends StudioFacts {
  id: string;
  accountId: string;
  slug: string;
  status: GalleryStatus;
  visibility: GalleryVisibility;
  expiresAt: number | null;
  passwordVersion: number | null;
  guestFavourites: boolean;
  guestComments: boolean;
  /** When the studio's month reached its cap, so that downloads stop, epoch milliseconds; null below it. */
  cappedAt: number | null;
  /** True if an operator blocked the gallery. */
  isHeld: boolean;
}

/** A visitor's stored access to a gallery. */
export interface VisitorAccess {
  grantId: string | null;
  passwordVersion: number | null;
  grantedAt: number;
  grantStatus: GrantStatus | null;
  grantExpiresAt: number | null;
  rights: Rights | null;
}

export interface AccessDecision {
  access: GalleryAccess;
  rights: Rights;
  /** The grant that opened the gallery; null without one. */
  grantId: string | null;
}

/** Returns the access fields of a gallery, or null if it does not exist or is in the trash. */
export async function findGalleryAccess(db: Queryable, galleryId: string): Promise<GalleryAccessRow | null> {
  const [galleryAccess] = await db.query<GalleryAccessRow>(
    `select g.id, g.account_id as "accountId", a.slug, g.status, g.visibility, g.expires_at as "expiresAt",
       s.password_version as "passwordVersion", g.guest_favourites as "guestFavourites",
       g.guest_comments as "guestComments", a.capped_at as "cappedAt", g.held_at is not null as "isHeld",
       ${STUDIO_FACTS}
     from galleries g join accounts a on a.id = g.account_id
       left join gallery_secrets s on s.gallery_id = g.id
     where g.id = $1 and g.deleted_at is null and a.deleted_at is null`,
    [galleryId],
  );
  return galleryAccess ?? null;
}

/** Returns the visitor's stored access to this gallery, or null. */
export async function findVisitorAccess(
  db: Queryable,
  visitorId: string | undefined,
  galleryId: string,
): Promise<VisitorAccess | null> {
  if (!visitorId) return null;
  const [row] = await db.query<Omit<VisitorAccess, 'rights'> & Record<keyof Rights, boolean | null>>(
    `select v.grant_id as "grantId", v.password_version as "passwordVersion", v.granted_at as "grantedAt",
       g.status as "grantStatus", g.expires_at as "grantExpiresAt",
       g.can_view as view, g.can_download as download, g.can_select as select, g.can_comment as comment
     from visitor_access v left join grants g on g.id = v.grant_id and g.gallery_id = v.gallery_id
     where v.visitor_id = $1 and v.gallery_id = $2`,
    [visitorId, galleryId],
  );
  if (!row) return null;
  const { view, download, select, comment, ...access } = row;
  const rights = view === null ? null : { view, download: !!download, select: !!select, comment: !!comment };
  return { ...access, rights };
}

/** Members may view their own galleries in every state. */
export function memberAccess(): AccessDecision {
  return { access: 'granted', rights: DEFAULT_RIGHTS, grantId: null };
}

/**
 * Decides about a visitor's access (docs/decisions/gallery-access.md). The gallery's own state comes first: a hidden
 * gallery stays hidden from every grant. Evaluated on every call, so that a change takes effect once the image token has
 * expired.
 */
export function visitorAccess(
  galleryAccess: GalleryAccessRow,
  sessions: VisitorAccess | null,
  now: number,
): AccessDecision {
  const studio = studioAccess(galleryAccess);
  if (studio === 'blocked' || galleryAccess.isHeld) return deny('blocked');
  if (studio === 'suspended') return deny('unavailable');
  if (galleryAccess.status !== 'published') return deny('not_published');
  if (isExpired(galleryAccess, now)) return deny('expired');
  const grant = grantState(sessions, now);
  if (sessions?.rights && grant === 'active')
    return { access: 'granted', rights: sessions.rights, grantId: sessions.grantId };
  switch (galleryAccess.visibility) {
    case 'public':
    case 'link':
      return { access: 'granted', rights: openRights(galleryAccess), grantId: null };
    case 'password':
      // A new version is a new password: visitors who entered the previous one must enter the new one.
      return sessions?.passwordVersion != null && sessions.passwordVersion === galleryAccess.passwordVersion
        ? { access: 'granted', rights: openRights(galleryAccess), grantId: null }
        : deny('password_required');
    case 'invite':
      if (grant === 'revoked') return deny('revoked');
      return deny(grant === 'expired' ? 'expired' : 'signin_required');
  }
}

function grantState(stored: VisitorAccess | null, now: number): 'none' | 'active' | 'expired' | 'revoked' {
  if (!stored?.grantId || !stored.rights) return 'none';
  if (stored.grantStatus === 'revoked' || !stored.rights.view) return 'revoked';
  const ended = stored.grantStatus === 'expired' || isExpired({ expiresAt: stored.grantExpiresAt }, now);
  return ended ? 'expired' : 'active';
}

function deny(access: GalleryAccess): AccessDecision {
  return { access, rights: NO_RIGHTS, grantId: null };
}

/**
 * True if the CDN may cache the gallery's pages and JSON, which only holds for content that anyone with the link may
 * see.
 */
export function isPublic(galleryAccess: GalleryAccessRow, now: number): boolean {
  return (
    isVisitable(studioAccess(galleryAccess)) &&
    !galleryAccess.isHeld &&
    galleryAccess.status === 'published' &&
    !isExpired(galleryAccess, now) &&
    (galleryAccess.visibility === 'public' || galleryAccess.visibility === 'link')
  );
}

/** Returns the error for a call to a gallery without access. */
export function accessError(access: Exclude<GalleryAccess, 'granted'>, params: Record<string, unknown> = {}): AppError {
  switch (access) {
    case 'password_required':
    case 'signin_required':
      return new AppError('gallery_access_required', { ...params, access });
    case 'expired':
      return new AppError('gallery_expired', params);
    case 'not_published':
      return new AppError('gallery_not_published', params);
    case 'revoked':
      return new AppError('gallery_revoked', params);
    case 'unavailable':
      return new AppError('studio_unavailable', params);
    case 'blocked':
      return new AppError('content_blocked', params);
  }
}
