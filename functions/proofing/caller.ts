import { AppError } from '#core/domain/values/errors.ts';
import type { Rights } from '#core/domain/galleries/grants.ts';
import { accessError, findGalleryAccess, type GalleryAccessRow } from '../galleries/access.ts';
import {
  createLimitedVisitor,
  decideAccess,
  identifyCaller,
  type Visitor,
  visitorCookie,
} from '../galleries/visitors.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { findPerson, openPerson, type Person } from './people.ts';
import { limitNewPeople } from './rate-limits.ts';

/** A caller who may view the gallery. */
export interface ProofingCaller {
  galleryAccess: GalleryAccessRow;
  /** True for a member of the studio, who sees no list here and cannot choose. */
  member: boolean;
  visitor: Visitor | null;
  rights: Rights;
  /** The active grant that opened the gallery. */
  grantId: string | null;
}

/** @throws AppError `not_found`, the errors of refused access */
export async function authorize(services: Services, request: HttpRequest, galleryId: string): Promise<ProofingCaller> {
  const galleryAccess = await findGalleryAccess(services.db, galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const { member, visitor } = await identifyCaller(services, request, galleryAccess);
  const { access, rights, grantId } = await decideAccess(services, { member, visitor }, galleryAccess);
  if (access !== 'granted') throw accessError(access);
  return { galleryAccess, member, visitor, rights, grantId };
}

/**
 * Like `authorize`, for acts.
 * @param needs the caller needs one of these rights
 * @throws AppError `forbidden`, also for members of the studio
 */
export async function authorizeAct(
  services: Services,
  request: HttpRequest,
  galleryId: string,
  needs: readonly (keyof Rights)[],
): Promise<ProofingCaller> {
  const caller = await authorize(services, request, galleryId);
  if (caller.member || !needs.some((right) => caller.rights[right])) throw new AppError('forbidden');
  return caller;
}

/** A caller who has acted in this gallery, now or before. */
interface Actor {
  person: Person;
  cookies: string[];
}

/**
 * Returns the caller's person, which a guest's first act creates, with a visitor session if the browser has none. The
 * session then lasts.
 * @throws AppError `rate_limited`, `limit_reached`
 */
export async function actAs(services: Services, request: HttpRequest, caller: ProofingCaller): Promise<Actor> {
  const { db } = services;
  const now = services.clock();
  const known = await findPerson(db, caller);
  if (known?.isLinked) return { person: known.person, cookies: [] };
  if (!known) await limitNewPeople(db, caller.galleryAccess.id, request.viewerIp, now);
  const visitor = caller.visitor ?? (await createLimitedVisitor(db, request.viewerIp, now));
  const person = await db.transaction((tx) => openPerson(tx, { ...caller, visitor }, request.viewerIp, now));
  return { person, cookies: [visitorCookie(visitor, services, true)] };
}
