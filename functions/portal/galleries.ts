import type { PortalGallery, PortalTask } from '#core/api/portal.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { DEFAULT_RIGHTS } from '#core/domain/galleries/grants.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { listClosed } from '#core/domain/galleries/pick-rules.ts';
import type { ListStatus } from '#core/domain/galleries/proofing.ts';
import { recordEvent, VISIT_MS } from '../galleries/events.ts';
import { GALLERY_SUMMARY } from '../galleries/public-gallery.ts';
import type { Visitor } from '../galleries/visitors.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ClientLink } from '../public-studio/client-links.ts';
import { nameIn } from '../public-studio/names.ts';

type Client = Pick<ClientLink, 'accountId' | 'customerId' | 'clientEmail' | 'rights' | 'language'>;

const MAX_GALLERIES = 200;

/**
 * SQL: the galleries `g` of client $2 in account $1 that the contact with address $4 may open at $3, each with their
 * grant `r`. An active grant opens every gallery, an ended one none that needs a grant; without any, one is made when
 * the client opens it. The galleries of an invitation to another person's gallery are not theirs.
 */
const CLIENT_GALLERIES = `galleries g join customers c on c.account_id = g.account_id and c.id = g.customer_id
     left join lateral (
       select r.id, r.can_select, r.can_view and r.status not in ('revoked', 'expired')
         and (r.expires_at is null or r.expires_at > $3) as is_active
       from grants r where r.account_id = g.account_id and r.gallery_id = g.id
         and (r.email <> '' and r.email = lower($4) or r.customer_id = c.id)
       order by r.status = 'revoked', r.email = '', r.created_at desc, r.id limit 1) r on true
   where g.account_id = $1 and g.customer_id = $2 and g.deleted_at is null and g.status = 'published'
     and (g.expires_at is null or g.expires_at > $3)
     and (r.id is null or r.is_active or g.visibility in ('public', 'link'))`;

/** Returns the galleries that a client may open, latest first. */
export async function readGalleries(
  db: Queryable,
  { accountId, customerId, clientEmail }: Client,
  now: number,
): Promise<PortalGallery[]> {
  const rows = await db.query<Omit<PortalGallery, 'expiresAt'> & { expiresAt: number | null }>(
    `select ${GALLERY_SUMMARY}, g.expires_at as "expiresAt" from ${CLIENT_GALLERIES}
     order by coalesce(g.date, g.published_at) desc, g.id limit $5`,
    [accountId, customerId, timestamp(now), clientEmail, MAX_GALLERIES],
  );
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt ?? 0 }));
}

/** Returns the open selections in which a client may choose, the first due one first. */
export async function readSelections(
  db: Queryable,
  { accountId, customerId, clientEmail, rights, language }: Client,
  now: number,
): Promise<Extract<PortalTask, { kind: 'selection' }>[]> {
  if (!rights.chooses) return [];
  const rows = await db.query<{
    galleryId: string;
    gallery: string;
    name: string;
    status: ListStatus;
    dueAt: number | null;
    allowAfterDue: boolean;
  }>(
    `select o.id as "galleryId", o.name as gallery, l.name, l.status, l.due_at as "dueAt",
       l.allow_after_due as "allowAfterDue"
     from (select g.id, ${nameIn('g', '$6::text')} as name, r.id as grant_id from ${CLIENT_GALLERIES}
         and (r.id is null or r.is_active and r.can_select)) o
       join pick_lists l on l.account_id = $1 and l.gallery_id = o.id
     where l.kind = 'selection' and l.status = 'open' and l.deleted_at is null
       and (l.for_everyone or exists (select from list_people lp join gallery_people p on p.id = lp.person_id
         where lp.list_id = l.id and p.grant_id = o.grant_id))
     order by l.due_at nulls last, l.created_at, l.id limit $5`,
    [accountId, customerId, timestamp(now), clientEmail, MAX_GALLERIES, language],
  );
  return rows
    .filter((row) => listClosed(row, now) === null)
    .map(({ galleryId, gallery, name, dueAt }) => ({
      kind: 'selection',
      gallery: { id: galleryId, name: gallery },
      name,
      dueAt,
    }));
}

/**
 * Gives a browser access to a gallery of the client: with their grant if they have one, otherwise with one that is made
 * for them. Revoking the link takes it away again.
 * @throws AppError `not_found` if the gallery is not theirs or closed
 */
export async function openClientGallery(
  tx: Queryable,
  link: ClientLink,
  { galleryId, visitor }: { galleryId: string; visitor: Visitor },
  now: number,
): Promise<void> {
  const { accountId, customerId, clientEmail } = link;
  // Serialises two openings, so that they make one grant.
  await tx.query('select from galleries where account_id = $1 and id = $2 for no key update', [accountId, galleryId]);
  const [gallery] = await tx.query<{ grantId: string | null; isActive: boolean | null }>(
    `select r.id as "grantId", r.is_active as "isActive" from ${CLIENT_GALLERIES} and g.id = $5`,
    [accountId, customerId, timestamp(now), clientEmail, galleryId],
  );
  if (!gallery) throw new AppError('not_found');
  // Their grant has ended, and the gallery is open to everybody with its address.
  if (gallery.grantId !== null && !gallery.isActive) return;
  const grantId = gallery.grantId ?? (await makeGrant(tx, link, galleryId, now));
  await tx.query(
    `with access as (
       insert into visitor_access as v (visitor_id, gallery_id, account_id, grant_id, granted_at)
       select $1, $2, $3, $4, $5 where not exists (
         select from visitor_access o where o.visitor_id = $1 and o.gallery_id = $2 and o.grant_id = $4)
       on conflict (visitor_id, gallery_id) do update set grant_id = excluded.grant_id
       returning visitor_id, gallery_id, account_id)
     insert into client_link_galleries (visitor_id, gallery_id, account_id, link_id)
     select visitor_id, gallery_id, account_id, $6 from access
     on conflict (visitor_id, gallery_id) do update set link_id = excluded.link_id`,
    [visitor.id, galleryId, accountId, grantId, timestamp(now - VISIT_MS), link.id],
  );
  const [accepted] = await tx.query(
    `update grants set status = 'accepted', opened_at = coalesce(opened_at, $3), accepted_at = coalesce(accepted_at, $3),
       mail_error = null
     where account_id = $1 and id = $2 and status <> 'accepted' returning id`,
    [accountId, grantId, timestamp(now)],
  );
  if (accepted) await recordEvent(tx, { accountId, galleryId, grantId, kind: 'accepted' }, now);
}

/** Makes a client's grant. A client without an address has one by their id, which ends that of a former client. */
async function makeGrant(tx: Queryable, link: ClientLink, galleryId: string, now: number): Promise<string> {
  const { accountId, customerId, authorId, clientName, clientEmail, rights } = link;
  if (clientEmail === '') {
    await tx.query(
      `update grants set status = 'revoked', revoked_at = $3
       where account_id = $1 and gallery_id = $2 and email = '' and status <> 'revoked'`,
      [accountId, galleryId, timestamp(now)],
    );
  }
  const id = makeId(random);
  const { view, download, select, comment } = DEFAULT_RIGHTS;
  await tx.query(
    `insert into grants (id, account_id, author_id, gallery_id, label, email, customer_id, can_view, can_download,
       can_select, can_comment, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      accountId,
      authorId,
      galleryId,
      clientName,
      clientEmail.toLowerCase(),
      clientEmail === '' ? customerId : null,
      view,
      download,
      select && rights.chooses,
      comment,
      timestamp(now),
    ],
  );
  return id;
}
