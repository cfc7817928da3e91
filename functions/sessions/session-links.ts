import { WEEK_MS } from '#core/domain/values/durations.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/**
 * How long a client's link outlives the session's end, in milliseconds; the page then shows that the session is over.
 */
const RETENTION_MS = WEEK_MS;

interface SessionLink {
  accountId: string;
  sessionId: string;
  now: number;
  /** Token of the link; new by default. */
  token?: string;
  /** Hash of the token, if only that is known. */
  tokenHash?: string;
  /** Given in the booking; omitted for a link that is mailed to a contact's own address. Its owner is the contact with the email. */
  booked?: { name: string; email: string; address?: string | undefined };
  /** Hash of the network that booked the session. */
  networkHash?: string;
  /** The client link that led to the session: it ends with this one. */
  clientLinkId?: string;
  /** The contact who gets it; null or omitted: the first one. */
  contactId?: string | null;
}

/**
 * Creates a link by which a client reschedules or cancels a session: `{origin}/p/{slug}/booking/{token}`. Call it when
 * a mail is rendered, so that no plain token is stored; each mail has its own link.
 * @returns the token, or null if the session does not exist
 */
export async function createSessionLink(
  tx: Queryable,
  {
    accountId,
    sessionId,
    now,
    token = makeToken(),
    tokenHash = hashToken(token),
    booked,
    networkHash,
    clientLinkId,
    contactId,
  }: SessionLink,
): Promise<string | null> {
  const [link] = await tx.query(
    `insert into session_links (token_hash, account_id, session_id, expires_at, created_at, client_name, network_hash,
       client_link_id, client_address, contact_id)
     select $1, s.account_id, s.id, greatest(s.date + s.duration * interval '1 minute', $4) + $5 * interval '1 ms', $4, $6,
       $7, $8, $9, coalesce($10, (select p.id from customer_contacts p where p.account_id = s.account_id
         and p.customer_id = s.customer_id and lower(p.email) = lower($11) order by p.position, p.id limit 1))
     from sessions s where s.account_id = $2 and s.id = $3 and s.deleted_at is null
     returning token_hash`,
    [
      tokenHash,
      accountId,
      sessionId,
      timestamp(now),
      RETENTION_MS,
      booked?.name ?? null,
      networkHash ?? null,
      clientLinkId ?? null,
      booked?.address ?? '',
      contactId ?? null,
      booked?.email ?? null,
    ],
  );
  return link ? token : null;
}

/** Extends the links of a rescheduled session to the lifetime of new ones. */
export async function extendSessionLinks(
  tx: Queryable,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  await tx.query(
    `update session_links k
     set expires_at = greatest(k.expires_at, s.date + s.duration * interval '1 minute' + $3 * interval '1 ms')
     from sessions s
     where s.account_id = k.account_id and s.id = k.session_id and k.account_id = $1 and k.session_id = $2`,
    [accountId, sessionId, RETENTION_MS],
  );
}

/** Returns the URL of a session's page. @param address of the studio (`studioAddress`) */
export function sessionLinkHref(address: string, token: string): string {
  return `${address}/booking/${token}`;
}
