import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';

/** How long a client's link outlives the end of their session: it then says that it is over, and when it was. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export interface SessionLink {
  accountId: string;
  sessionId: string;
  now: number;
  /** The link's own, where its holder has one already. */
  token?: string;
  /** As whom its holder booked; none where it is mailed to the client's own address. */
  clientName?: string;
}

/**
 * A link by which a client moves or cancels a session: `{origin}/p/{slug}/booking/{token}`. Made when a mail is
 * written, so that nothing that can change a session ever waits in a table in clear; a session has as many as mails.
 * @returns the token, or null where there is no such session
 */
export async function createSessionLink(
  tx: Queryable,
  { accountId, sessionId, now, token = makeToken(), clientName }: SessionLink,
): Promise<string | null> {
  const [link] = await tx.query(
    `insert into session_links (token_hash, account_id, session_id, expires_at, created_at, client_name)
     select $1, account_id, id, greatest(date + duration * interval '1 minute', $4) + $5 * interval '1 ms', $4, $6
     from sessions where account_id = $2 and id = $3 and deleted_at is null
     returning token_hash`,
    [hashToken(token), accountId, sessionId, timestamp(now), RETENTION_MS, clientName ?? null],
  );
  return link ? token : null;
}

/** Links of a session that was moved live as long as those made from now on. */
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

/** Where the page of a session's link is. */
export function sessionLinkHref(origin: string, slug: string, token: string): string {
  return `${origin}/p/${slug}/booking/${token}`;
}
