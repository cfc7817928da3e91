import { type ContactRoles, rightsOf } from '#core/domain/clients/contacts.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** How long a link outlives the proposal's date and its session, in milliseconds: it is also where instalments are paid. */
const RETENTION_MS = 90 * DAY_MS;

interface NewProposalLink {
  accountId: string;
  proposalId: string;
  /** The contact who gets it; null for a copied link. */
  contactId: string | null;
  /** The client link that opened it, with which it ends. */
  clientLinkId?: string;
}

/**
 * Creates a link to a sent proposal. Call it when the link is shown or a mail is rendered, so that no token is stored.
 * @returns the token; null for a draft, and if the proposal is missing
 */
export async function createProposalLink(
  db: Queryable,
  { accountId, proposalId, contactId, clientLinkId }: NewProposalLink,
  now: number,
): Promise<string | null> {
  const token = makeToken();
  const [link] = await db.query(
    `insert into proposal_links (token_hash, account_id, proposal_id, contact_id, client_link_id, expires_at, created_at)
     select $1, p.account_id, p.id, $4, $5, greatest(p.valid_until, p.date, $6) + $7 * interval '1 ms', $6
     from proposals p where p.account_id = $2 and p.id = $3 and p.status <> 'draft'
     returning token_hash`,
    [hashToken(token), accountId, proposalId, contactId, clientLinkId ?? null, timestamp(now), RETENTION_MS],
  );
  return link ? token : null;
}

/** Ends the links of a proposal whose order was made for another client than the one it has now. */
export async function endFormerProposalLinks(
  tx: Queryable,
  { accountId, proposalId, customerId }: { accountId: string; proposalId: string; customerId: string | null },
): Promise<void> {
  await tx.query(
    `delete from proposal_links k using orders o where k.account_id = $1 and k.proposal_id = $2
       and o.account_id = k.account_id and o.id = k.proposal_id and o.customer_id is distinct from $3`,
    [accountId, proposalId, customerId],
  );
}

/** Returns the URL of a proposal's page. @param address of the studio (`studioAddress`) */
export function proposalLinkHref(address: string, token: string): string {
  return `${address}/proposal/${token}`;
}

/** A working link to a proposal. */
export interface ProposalLink {
  accountId: string;
  proposalId: string;
  contactId: string | null;
  /** The contact's name, or else the client's. */
  clientName: string;
  /** What its owner may do. */
  rights: ContactRoles;
}

type ContactOfLink = Parameters<typeof rightsOf>[0][number];

/**
 * Returns the proposal of a link; null for unknown, foreign and expired links, and for clients in the trash, alike.
 * @param lock blocks the link's end until the end of the transaction
 */
export async function findProposalLink(
  db: Queryable,
  accountId: string,
  token: string,
  { now, lock = false }: { now: number; lock?: boolean },
): Promise<ProposalLink | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db.query<Omit<ProposalLink, 'rights'> & { contacts: ContactOfLink[] | null }>(
    `select k.account_id as "accountId", k.proposal_id as "proposalId", k.contact_id as "contactId",
       coalesce(nullif(p.name, ''), c.name) as "clientName",
       (select json_agg(json_build_object('id', o.id, 'position', o.position, 'email', o.email, 'receives', o.receives,
           'chooses', o.chooses, 'signs', o.signs, 'pays', o.pays)) from customer_contacts o
         where o.account_id = c.account_id and o.customer_id = c.id) as contacts
     from proposal_links k join proposals q on q.account_id = k.account_id and q.id = k.proposal_id
       join customers c on c.account_id = q.account_id and c.id = q.customer_id
       left join customer_contacts p on p.account_id = k.account_id and p.id = k.contact_id
     where k.token_hash = $1 and k.account_id = $2 and k.expires_at > $3 and c.deleted_at is null
       and c.erased_at is null
     ${lock ? 'for share of k' : ''}`,
    [hashToken(token), accountId, timestamp(now)],
  );
  if (!row) return null;
  const { contacts, ...link } = row;
  return { ...link, rights: rightsOf(contacts ?? [], link.contactId) };
}
