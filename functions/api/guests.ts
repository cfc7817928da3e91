import type { Decision, GalleryDoor } from '../lib/gallery-access.ts';
import { decideForMember, decideForVisitor, findVisitorAccess } from '../lib/gallery-access.ts';
import { optionalIdentity } from '../lib/http.ts';
import { findRole } from '../lib/membership.ts';
import type { HttpRequest } from '../lib/request.ts';
import type { Services } from '../lib/services.ts';
import { findVisitor, type Visitor } from '../lib/visitor.ts';

/** Who stands at a gallery's door. */
export interface Guest {
  /** A member of the gallery's account, who may look at it in every state. */
  member: boolean;
  visitor: Visitor | null;
}

/** Reads bearer token and visitor session; neither is asked for. */
export async function guestOf(services: Services, request: HttpRequest, door: GalleryDoor): Promise<Guest> {
  const identity = await optionalIdentity(request, services);
  const member = identity !== null && (await findRole(services.db, identity.userId, door.accountId)) !== null;
  return { member, visitor: member ? null : await findVisitor(services.db, request, services.clock()) };
}

/** What the door says to this guest. */
export async function decideFor(services: Services, guest: Guest, door: GalleryDoor): Promise<Decision> {
  if (guest.member) return decideForMember();
  const given = await findVisitorAccess(services.db, guest.visitor?.id, door.id);
  return decideForVisitor(door, given, services.clock());
}
