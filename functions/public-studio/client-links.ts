import { type ContactRoles, rightsOf } from '#core/domain/clients/contacts.ts';
import { CLIENT_LINK_MS, MAX_CLIENT_LINKS } from '#core/domain/clients/client-links.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { hashToken, makeToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { Language } from '#core/domain/values/languages.ts';

interface NewClientLink {
  accountId: string;
  customerId: string;
  /** The member who made it; null if the client asked for it. */
  authorId: string | null;
  /** Recipient of its mail; empty for a link that the studio copies. */
  email: string;
  /** The contact who gets it; omitted for a copied link. */
  contactId?: string | null;
}

/**
 * Creates a client link without a token, and ends the links beyond `MAX_CLIENT_LINKS`: first those that nobody has
 * opened, so that requests for links by strangers end no link that the client uses. Call it in a transaction.
 * @returns the link's id
 */
export async function insertClientLink(tx: Queryable, link: NewClientLink, now: number): Promise<string> {
  const { accountId, customerId, authorId, email, contactId = null } = link;
  // Serialises links of one client.
  await tx.query('select from customers where account_id = $1 and id = $2 for no key update', [accountId, customerId]);
  const id = makeId(random);
  await tx.query(
    `insert into client_links (id, account_id, customer_id, author_id, email, created_at, expires_at, contact_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, accountId, customerId, authorId, email, timestamp(now), timestamp(now + CLIENT_LINK_MS), contactId],
  );
  const excess = await tx.query<{ id: string }>(
    `select id from client_links
     where account_id = $1 and customer_id = $2 and revoked_at is null and expires_at > $3
     order by id = $4 desc, last_used_at desc nulls last, created_at desc, id offset $5`,
    [accountId, customerId, timestamp(now), id, MAX_CLIENT_LINKS],
  );
  await endClientLinks(
    tx,
    accountId,
    excess.map((one) => one.id),
    now,
  );
  return id;
}

/** Adds a token to a link and returns it: call it when the link is shown or mailed, so that none is stored. */
export async function addToken(tx: Queryable, accountId: string, linkId: string, now: number): Promise<string> {
  const token = makeToken();
  await tx.query(
    'insert into client_link_tokens (token_hash, account_id, link_id, created_at) values ($1, $2, $3, $4)',
    [hashToken(token), accountId, linkId, timestamp(now)],
  );
  return token;
}

/** Returns the URL of a client's page. @param address of the studio (`studioAddress`) */
export function clientLinkHref(address: string, token: string): string {
  return `${address}/client/${token}`;
}

type ContactOfLink = Parameters<typeof rightsOf>[0][number];

/** A working link and its client. */
export interface ClientLink {
  id: string;
  accountId: string;
  customerId: string;
  /** The contact who got it; null for a copied link. */
  contactId: string | null;
  /** What its owner may do. */
  rights: ContactRoles;
  /** The contact's name, or else the client's. */
  clientName: string;
  /** In which their mails are written. */
  language: Language;
  /** The contact's address today, or else the client's; empty for none. */
  clientEmail: string;
  /** The link was mailed to the client's address, which nobody has confirmed yet. */
  confirmsEmail: boolean;
  /** Author of grants that are made for this client. */
  authorId: string;
}

/**
 * Returns the client of a link; null for unknown, foreign, expired and revoked links alike.
 * @param lock blocks a revocation until the end of the transaction
 */
export async function findClientLink(
  db: Queryable,
  accountId: string,
  token: string,
  { now, lock = false }: { now: number; lock?: boolean },
): Promise<ClientLink | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db.query<Omit<ClientLink, 'rights'> & { contacts: ContactOfLink[] }>(
    `select k.id, k.account_id as "accountId", c.id as "customerId", k.contact_id as "contactId",
       coalesce(nullif(p.name, ''), c.name) as "clientName", coalesce(p.language, c.language, a.language) as language, coalesce(p.email, c.email) as "clientEmail",
       (select json_agg(json_build_object('id', o.id, 'position', o.position, 'email', o.email, 'receives', o.receives,
           'chooses', o.chooses, 'signs', o.signs, 'pays', o.pays)) from customer_contacts o
         where o.account_id = c.account_id and o.customer_id = c.id) as contacts,
       c.unconfirmed_since is not null and k.email <> '' and lower(k.email) = lower(c.email) as "confirmsEmail",
       coalesce(k.author_id, c.author_id) as "authorId"
     from client_link_tokens t join client_links k on k.account_id = t.account_id and k.id = t.link_id
       join customers c on c.account_id = k.account_id and c.id = k.customer_id join accounts a on a.id = k.account_id
       left join customer_contacts p on p.account_id = k.account_id and p.id = k.contact_id
     where t.token_hash = $1 and t.account_id = $2 and k.revoked_at is null and k.expires_at > $3
       and c.deleted_at is null and c.erased_at is null
     ${lock ? 'for share of k' : ''}`,
    [hashToken(token), accountId, timestamp(now)],
  );
  if (!row) return null;
  const { contacts, ...link } = row;
  return { ...link, rights: rightsOf(contacts ?? [], link.contactId) };
}

/**
 * Records a visit and extends the link; at most once an hour, which saves most writes. A link that was mailed to an
 * unconfirmed address proves it: from now on mails greet by name.
 */
export async function recordUse(db: Queryable, link: ClientLink, now: number): Promise<void> {
  await db.query(
    `update client_links set opened_at = coalesce(opened_at, $3), last_used_at = $3, expires_at = $4
     where account_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $5)`,
    [link.accountId, link.id, timestamp(now), timestamp(now + CLIENT_LINK_MS), timestamp(now - HOUR_MS)],
  );
  if (!link.confirmsEmail) return;
  await db.query('update customers set unconfirmed_since = null where account_id = $1 and id = $2', [
    link.accountId,
    link.customerId,
  ]);
}

/** Revokes links, and takes away the galleries, the sessions and the proposals that were opened by them. */
export async function endClientLinks(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update client_links set revoked_at = $3 where account_id = $1 and id = any ($2::text[]) and revoked_at is null`,
    [accountId, ids, timestamp(now)],
  );
  for (const table of ['session_links', 'proposal_links']) {
    await tx.query(`delete from ${table} where account_id = $1 and client_link_id = any ($2::text[])`, [
      accountId,
      ids,
    ]);
  }
  const opened = await tx.query<{ galleryId: string }>(
    `with opened as (
       delete from client_link_galleries where account_id = $1 and link_id = any ($2::text[])
       returning visitor_id, gallery_id)
     update visitor_access v set grant_id = null from opened o
     where v.visitor_id = o.visitor_id and v.gallery_id = o.gallery_id returning v.gallery_id as "galleryId"`,
    [accountId, ids],
  );
  // Connections in rooms of these galleries are admitted again.
  for (const galleryId of new Set(opened.map((one) => one.galleryId)))
    await tx.query('select public.recheck_rooms($1, $2)', [accountId, galleryId]);
}

/**
 * Revokes the links that a former member has copied: they may have kept them. Those that were mailed are the clients'
 * alone.
 */
export async function endCopiedLinks(tx: Queryable, accountId: string, authorId: string, now: number): Promise<void> {
  const links = await tx.query<{ id: string }>(
    `select id from client_links where account_id = $1 and author_id = $2 and email = '' and revoked_at is null order by id`,
    [accountId, authorId],
  );
  await endClientLinks(
    tx,
    accountId,
    links.map(({ id }) => id),
    now,
  );
}

/**
 * Revokes the links that were mailed to an address that no contact of the client has now, and the links to sessions and
 * proposals that it may have got: a wrong address may be a stranger's.
 */
export async function endLinksToFormerEmail(
  tx: Queryable,
  accountId: string,
  { customerId, contactIds }: { customerId: string; contactIds: readonly string[] },
  now: number,
): Promise<void> {
  const links = await tx.query<{ id: string }>(
    `select k.id from client_links k
     where k.account_id = $1 and k.customer_id = $2 and k.revoked_at is null and k.email <> ''
       and not exists (select from customer_contacts p where p.account_id = k.account_id
         and p.customer_id = k.customer_id and lower(p.email) = lower(k.email)) order by k.id`,
    [accountId, customerId],
  );
  await endClientLinks(
    tx,
    accountId,
    links.map(({ id }) => id),
    now,
  );
  await tx.query(
    `delete from session_links where account_id = $1 and client_name is null and client_link_id is null
       and (contact_id is null or contact_id = any ($3))
       and session_id in (select id from sessions where account_id = $1 and customer_id = $2)`,
    [accountId, customerId, contactIds],
  );
  await tx.query(
    `delete from proposal_links where account_id = $1 and client_link_id is null
       and (contact_id is null or contact_id = any ($3))
       and proposal_id in (select id from proposals where account_id = $1 and customer_id = $2)`,
    [accountId, customerId, contactIds],
  );
}

/** Deletes the links of a client who is being erased. */
export async function eraseClientLinks(
  tx: Queryable,
  accountId: string,
  customerIds: readonly string[],
  now: number,
): Promise<{ id: string }[]> {
  const links = await tx.query<{ id: string }>(
    'select id from client_links where account_id = $1 and customer_id = any ($2::text[]) order by id for update',
    [accountId, customerIds],
  );
  const ids = links.map(({ id }) => id);
  await endClientLinks(tx, accountId, ids, now);
  await tx.query('delete from client_links where account_id = $1 and id = any ($2::text[])', [accountId, ids]);
  return links;
}
