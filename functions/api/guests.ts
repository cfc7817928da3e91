import type { AccessDecision, GalleryAccessRow } from '../lib/gallery-access.ts';
import { memberAccess, visitorAccess, findVisitorAccess } from '../lib/gallery-access.ts';
import { optionalIdentity } from '../lib/http.ts';
import { findRole } from '../lib/membership.ts';
import type { HttpRequest } from '../lib/request.ts';
import type { Services } from '../lib/services.ts';
import { findVisitor, type Visitor } from '../lib/visitor.ts';

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
