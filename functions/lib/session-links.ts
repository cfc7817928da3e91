import { type Queryable, timestamp } from './db.ts';
import { hashToken, makeToken } from './secrets.ts';

/** How long a client's link outlives the end of their session: it then says that it is over, and when it was. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * A link by which a client moves or cancels a session: `{origin}/p/{slug}/booking/{token}`. Made when a mail is
 * written, so that nothing that can change a session ever waits in a table in clear; a session has as many as mails.
 * @returns the token, or null where there is no such session
 */
export async function makeSessionLink(
  tx: Queryable,
  { accountId, sessionId, now }: { accountId: string; sessionId: string; now: number },
): Promise<string | null> {
  const token = makeToken();
  const [link] = await tx.query(
    `insert into session_links (token_hash, account_id, session_id, expires_at, created_at)
     select $1, account_id, id, greatest(date + duration * interval '1 minute', $4) + $5 * interval '1 ms', $4
     from sessions where account_id = $2 and id = $3 and deleted_at is null
     returning token_hash`,
    [hashToken(token), accountId, sessionId, timestamp(now), KEPT_MS],
  );
  return link ? token : null;
}

/** Where the page of a session's link is. */
export function sessionLinkHref(origin: string, slug: string, token: string): string {
  return `${origin}/p/${slug}/booking/${token}`;
}
