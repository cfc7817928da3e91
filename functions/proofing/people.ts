import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_GALLERY_PEOPLE, PERSON_COLORS, type PersonRole } from '#core/domain/galleries/proofing.ts';
import type { GalleryAccessRow } from '../galleries/access.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { mergePeople } from './merge-people.ts';

/** A person who chooses in a gallery. */
export interface Person {
  id: string;
  role: PersonRole;
  name: string;
  email: string;
  color: number;
  grantId: string | null;
}

interface Identity {
  galleryAccess: GalleryAccessRow;
  visitor: { id: string } | null;
  grantId: string | null;
}

const PERSON = `p.id, p.role, p.name, p.email, p.color, p.grant_id as "grantId"`;

/**
 * Returns the caller's person: the active grant's, else the guest that this browser is. A browser whose grant has ended
 * is the grant's person no longer.
 * @returns `isLinked`: the browser is stored as this person; null before the first act of a guest
 */
export async function findPerson(
  db: Queryable,
  { galleryAccess, visitor, grantId }: Identity,
): Promise<{ person: Person; isLinked: boolean } | null> {
  const [row] = await db.query<Person & { isLinked: boolean }>(
    `select ${PERSON}, v.person_id is not null as "isLinked"
     from gallery_people p
       left join visitor_people v on v.person_id = p.id and v.gallery_id = p.gallery_id and v.visitor_id = $3
     where p.account_id = $1 and p.gallery_id = $2
       and case when $4::text is null then p.role = 'guest' and v.person_id is not null else p.grant_id = $4 end`,
    [galleryAccess.accountId, galleryAccess.id, visitor?.id ?? null, grantId],
  );
  if (!row) return null;
  const { isLinked, ...person } = row;
  return { person, isLinked };
}

/**
 * Returns the caller's person, creates a missing guest, and stores that the browser is this person. What the browser
 * chose as a guest before its invitation becomes the invited person's.
 * @throws AppError `limit_reached`
 */
export async function openPerson(
  tx: Queryable,
  identity: Identity & { visitor: { id: string } },
  viewerIp: string,
  now: number,
): Promise<Person> {
  const { galleryAccess, visitor } = identity;
  const networkHash = hashNetwork(galleryAccess.id, viewerIp);
  // Serialises two first acts of one browser.
  await tx.query('select from visitors where id = $1 for no key update', [visitor.id]);
  const person = (await findPerson(tx, identity))?.person ?? (await createGuest(tx, galleryAccess, networkHash, now));
  await linkBrowser(tx, galleryAccess, visitor.id, person.id, now, networkHash);
  return person;
}

/** Stores that a browser is a person. The guest that it was before is merged into the person. */
export async function linkBrowser(
  tx: Queryable,
  { accountId, id: galleryId }: Pick<GalleryAccessRow, 'accountId' | 'id'>,
  visitorId: string,
  personId: string,
  now: number,
  networkHash: string | null = null,
): Promise<void> {
  const [before] = await tx.query<{ id: string }>(
    `select p.id from visitor_people v join gallery_people p on p.id = v.person_id
     where v.visitor_id = $1 and v.gallery_id = $2 and p.role = 'guest' and p.id <> $3`,
    [visitorId, galleryId, personId],
  );
  if (before) await mergePeople(tx, { accountId, galleryId, fromId: before.id, intoId: personId });
  await tx.query(
    `insert into visitor_people (visitor_id, gallery_id, account_id, person_id, created_at, network_hash)
     values ($1, $2, $3, $4, $5, $6) on conflict (visitor_id, gallery_id) do update set person_id = excluded.person_id`,
    [visitorId, galleryId, accountId, personId, timestamp(now), networkHash],
  );
}

async function createGuest(tx: Queryable, access: GalleryAccessRow, networkHash: string, now: number): Promise<Person> {
  const { accountId, id: galleryId } = access;
  await tx.query('select from galleries where id = $1 for no key update', [galleryId]);
  const [row] = await tx.query<Person>(
    `insert into gallery_people as p (id, account_id, gallery_id, role, color, created_at, updated_at)
     select $1, $2, $3, 'guest', count(*) % $4::integer, $5, $5 from gallery_people g
     where g.account_id = $2 and g.gallery_id = $3 and g.role = 'guest' having count(*) < $6
     returning ${PERSON}`,
    [makeId(random), accountId, galleryId, PERSON_COLORS, timestamp(now), MAX_GALLERY_PEOPLE],
  );
  if (row) return row;
  if (!(await evictGuest(tx, { accountId, galleryId, networkHash }, now)))
    throw new AppError('limit_reached', { limit: MAX_GALLERY_PEOPLE });
  return createGuest(tx, access, networkHash, now);
}

/** Time in which a new guest is not evicted, in milliseconds: the first choice is being stored. */
const NEW_MS = MINUTE_MS;

/**
 * Guests of one network, the new one included, up to which those with a name or several choices stay: a family. A flood
 * that evicts nobody of a larger network needs fifty networks.
 */
const CROWD = 20;

/**
 * Deletes a guest so that strangers cannot fill a gallery for good: of the network that has most of them, else one
 * without name, address, comment and second choice. There an inactive one comes first, then an empty one, then the
 * newest, because guests from before a flood come before it. People who have submitted a selection stay, and
 * those with a comment whom a mailed link has brought to a second browser.
 * @returns false if there is none
 */
async function evictGuest(
  tx: Queryable,
  { accountId, galleryId, networkHash }: { accountId: string; galleryId: string; networkHash: string },
  now: number,
): Promise<boolean> {
  const [guest] = await tx.query<{ id: string }>(
    `with browsers as (
       select person_id, count(*) as count, (array_agg(network_hash order by created_at))[1] as network
       from visitor_people where account_id = $1 and gallery_id = $2 group by person_id
     ), guests as (
       select p.id, p.created_at, b.network is not distinct from $5 as "isOwn", coalesce(b.count, 0) > 1 as "isVerified",
         case when b.network is null then 1
           else count(*) over (partition by b.network) + (b.network = $5)::integer end as size,
         exists (select from photo_comments c where c.person_id = p.id) as commented,
         greatest(p.updated_at, (select max(k.at) from picks k where k.person_id = p.id)) > $4 as active,
         p.name <> '' or p.email <> '' or (select count(*) from picks k where k.person_id = p.id) > 1 as chosen
       from gallery_people p left join browsers b on b.person_id = p.id
       where p.account_id = $1 and p.gallery_id = $2 and p.role = 'guest'
     )
     select id from guests g
     where g.created_at <= $3 and (g.size > $6 or not (g.chosen or g.commented)) and not (g."isVerified" and g.commented)
       and not exists (select from pick_rounds r where r.person_id = g.id)
     order by case when g.size > $6 then g.size else 0 end desc, g."isOwn" desc, g.active,
       g.chosen or g.commented, g.created_at desc, g.id limit 1`,
    [accountId, galleryId, timestamp(now - NEW_MS), timestamp(now - HOUR_MS), networkHash, CROWD],
  );
  if (!guest) return false;
  // The list before the person, as in a pick.
  await tx.query('select from pick_lists where owner_person_id = $1 order by id for update', [guest.id]);
  await tx.query('delete from gallery_people where id = $1', [guest.id]);
  return true;
}
