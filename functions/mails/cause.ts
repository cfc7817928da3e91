import type { Queryable } from '../platform/db/database.ts';

/**
 * Whose part of a studio's mail quota a mail counts for: `clients` for what a visitor caused and the studio knows the
 * person, `strangers` for what anybody else caused.
 */
export type MailPart = 'studio' | 'clients' | 'strangers';

/** Why a mail is sent that a visitor may have caused. */
export interface MailCause {
  /** The session that it is about, whose client is the person. */
  sessionId?: string | undefined;
  /** Address of the visitor who caused it, if it is about no session. */
  email?: string | undefined;
  /** Hash of the visitor's network (`hashNetwork` of the account). A booked session has its own. */
  network?: string | null | undefined;
}

export interface CausedPart {
  part: MailPart;
  network: string | null;
}

/**
 * Returns whose part a mail counts for. All mails about a session that was booked on the public page count as caused by
 * its client, its reminders and receipts too. The studio knows a person whom it entered or invited, who has paid, whose
 * address is confirmed, or whose session a member has changed: it accepted the booking, for example.
 */
export async function findMailPart(
  db: Queryable,
  accountId: string,
  { sessionId, email, network }: MailCause,
): Promise<CausedPart> {
  const [row] = await db.query<CausedPart>(
    `with cause as (
       select s.id, s.source, lower(coalesce(c.email, $3)) as email
       from (select) one left join sessions s on s.account_id = $1 and s.id = $2
         left join customers c on c.account_id = s.account_id and c.id = s.customer_id
     )
     select case
         when x.source = 'studio' then 'studio'
         when exists (select from customer_contacts k join customers c on c.account_id = k.account_id and c.id = k.customer_id
           where k.account_id = $1 and lower(k.email) = x.email and k.email <> ''
             and c.deleted_at is null and c.erased_at is null and (c.unconfirmed_since is null
               or exists (select from payments p where p.account_id = $1 and p.customer_id = c.id
                 and p.status in ('paid', 'partially_refunded', 'refunded'))))
           or exists (select from grants g where g.account_id = $1 and g.email = x.email and g.status <> 'revoked')
           or exists (select from session_events e where e.account_id = $1 and e.session_id = x.id
             and e.actor_id is not null) then 'clients'
         else 'strangers' end as part,
       coalesce($4, (select min(k.network_hash) from session_links k
         where k.account_id = $1 and k.session_id = x.id)) as network
     from cause x`,
    [accountId, sessionId ?? null, email ?? null, network ?? null],
  );
  return row!;
}
