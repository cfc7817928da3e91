import { type LiveDenial, parseRoom } from '#core/domain/galleries/live.ts';
import { can } from '#core/domain/studio/roles.ts';
import { findGalleryAccess } from '../galleries/access.ts';
import { decideAccess } from '../galleries/visitors.ts';
import { findRole } from '../platform/auth/authorization.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { findLists } from '../proofing/lists.ts';
import { findPerson } from '../proofing/people.ts';
import { isBookingOpen } from '../public-studio/find-studio.ts';
import type { Connection } from './connections.ts';

/** A room that a connection may be in. */
export interface Admission {
  accountId: string;
  /** The person whom the others see; null if they see none. */
  personId: string | null;
}

type AccessServices = Pick<Services, 'db' | 'clock'>;

/** Decides whether a connection may be in a room, by the rows of now. */
export async function admit(
  services: AccessServices,
  connection: Connection,
  room: string,
): Promise<Admission | LiveDenial> {
  const parsed = parseRoom(room);
  return parsed ? ROOMS[parsed.kind](services, connection, parsed.id) : 'invalid';
}

type Decide = (services: AccessServices, connection: Connection, id: string) => Promise<Admission | LiveDenial>;

const ROOMS: Record<'l' | 'g' | 's' | 'b', Decide> = {
  async l(services, connection, listId) {
    const [list] = await services.db.query<{ galleryId: string }>(
      'select gallery_id as "galleryId" from pick_lists where id = $1 and deleted_at is null',
      [listId],
    );
    return list ? openGallery(services, connection, list.galleryId, listId) : 'not_found';
  },

  g: (services, connection, id) => openGallery(services, connection, id, null),

  async s({ db }, connection, accountId) {
    if (await readsGalleries(db, connection, accountId)) return { accountId, personId: null };
    const [open] = await db.query(`select from accounts a where a.id = $1 and ${IS_OPEN}`, [accountId]);
    return open && (await isBookingOpen(db, accountId)) ? { accountId, personId: null } : 'not_found';
  },

  async b({ db }, { userId, accountId: own }, accountId) {
    if (!userId || own !== accountId || !(await findRole(db, userId, accountId))) return 'forbidden';
    return { accountId, personId: userId };
  },
};

/** Checks the gallery's access; a list is open to its people. The studio's members are not shown to others. */
async function openGallery(
  services: AccessServices,
  connection: Connection,
  galleryId: string,
  listId: string | null,
): Promise<Admission | LiveDenial> {
  const { db } = services;
  const galleryAccess = await findGalleryAccess(db, galleryId);
  if (!galleryAccess) return 'not_found';
  const { accountId } = galleryAccess;
  if (await readsGalleries(db, connection, accountId)) return { accountId, personId: null };
  const visitor = connection.visitorId ? { id: connection.visitorId, token: '' } : null;
  const caller = { member: false, visitor };
  const { access, rights, grantId } = await decideAccess(services, caller, galleryAccess);
  if (access !== 'granted') return 'forbidden';
  if (!listId) return { accountId, personId: null };
  const found = visitor && (await findPerson(db, { galleryAccess, visitor, grantId }));
  if (!found) return 'not_found';
  const lists = await findLists(db, { galleryAccess, rights, person: found.person });
  return lists.some(({ id }) => id === listId) ? { accountId, personId: found.person.id } : 'not_found';
}

/** True for a member of the account, by the account that the connection was opened for. */
async function readsGalleries(db: Queryable, { userId, accountId: own }: Connection, accountId: string) {
  if (!userId || own !== accountId) return false;
  const role = await findRole(db, userId, accountId);
  return role !== null && can(role, 'galleries.read');
}
