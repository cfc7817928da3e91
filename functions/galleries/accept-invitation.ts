import { AppError } from '#core/domain/values/errors.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import type { HttpRequest } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { recordEvent, VISIT_MS } from './events.ts';
import { consumeToken, enqueueGrantMail, limitInviteMails } from './grants.ts';
import { createVisitor, findVisitor, visitorCookie } from './visitors.ts';

interface LinkCall {
  services: Services;
  request: HttpRequest;
}

/**
 * Admits a browser to the gallery of an invitation's link.
 * @returns the gallery with its studio, the path to open, and the `Set-Cookie` value of the visitor session
 * @throws AppError `invite_invalid`, `invite_used`, `invite_expired`, `gallery_revoked`, and those of `findStudio`
 */
export async function acceptInvitation({ services, request }: LinkCall, token: string) {
  const now = services.clock();
  const accepting = services.db.transaction(async (tx) => {
    const known = await findVisitor(services, request, tx);
    const grant = await consumeToken(tx, token, known?.id ?? null, now);
    const visitor = known ?? (await createVisitor(tx, now));
    await tx.query(
      `insert into visitor_access as v (visitor_id, gallery_id, account_id, grant_id, granted_at)
       values ($1, $2, $3, $4, $5)
       on conflict (visitor_id, gallery_id) do update set grant_id = excluded.grant_id`,
      [visitor.id, grant.galleryId, grant.accountId, grant.id, timestamp(now - VISIT_MS)],
    );
    // The invitation gives this access now: it stays if a client link that gave it before ends.
    await tx.query('delete from client_link_galleries where visitor_id = $1 and gallery_id = $2', [
      visitor.id,
      grant.galleryId,
    ]);
    await tx.query(
      `update grants set status = 'accepted', opened_at = coalesce(opened_at, $2), accepted_at = coalesce(accepted_at, $2),
         mail_error = null
       where id = $1`,
      [grant.id, timestamp(now)],
    );
    const { accountId, galleryId } = grant;
    await recordEvent(tx, { accountId, galleryId, grantId: grant.id, kind: 'accepted' }, now);
    return { visitor, grant };
  });
  const { visitor, grant } = await accepting.catch(async (error: unknown) => {
    // Record that the invitee opened an expired link: the studio sees that the mail arrived and that a new one is
    // needed.
    if (error instanceof AppError && error.code === 'invite_expired') await recordOpened(services.db, token, now);
    throw error;
  });
  const { galleryId, slug: accountSlug } = grant;
  const redirectTo = grant.redirectTo ?? `/p/${accountSlug}/gallery/${galleryId}`;
  return { galleryId, accountSlug, redirectTo, cookie: visitorCookie(visitor, services, true) };
}

/** Sets `sent → opened`; every other status already implies it. */
async function recordOpened(db: Queryable, token: string, now: number): Promise<void> {
  await db.query(
    `update grants r set status = 'opened', opened_at = coalesce(r.opened_at, $2) from grant_tokens t
     where t.token_hash = $1 and r.id = t.grant_id and r.account_id = t.account_id and r.status = 'sent'`,
    [hashToken(token), timestamp(now)],
  );
}

/**
 * Mails a new link for one that has ended, as far as the invitation lasts.
 * @throws AppError `rate_limited`
 */
export async function renewInvitation({ services, request }: LinkCall, token: string): Promise<void> {
  const now = services.clock();
  // Check the network limit first, because each invented link would create a counter row.
  await limitAttempts(services.db, 'invite-renewals', { network: request.viewerIp }, now);
  const tokenHash = hashToken(token);
  await limitAttempts(services.db, 'invite-renewal', { token: tokenHash }, now);
  const [grant] = await services.db.query<{ id: string; accountId: string; email: string; redirectTo: string }>(
    `select r.id, r.account_id as "accountId", r.email,
       coalesce(t.redirect_to, '/p/' || a.slug || '/gallery/' || g.id) as "redirectTo"
     from grant_tokens t join grants r on r.id = t.grant_id and r.account_id = t.account_id
       join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
     where t.token_hash = $1 and r.status <> 'revoked' and g.deleted_at is null
       and (r.expires_at is null or r.expires_at > $2)`,
    [tokenHash, timestamp(now)],
  );
  if (grant) {
    await services.db
      .transaction(async (tx) => {
        await limitInviteMails(tx, grant.accountId, grant.email, now);
        const { id: grantId, accountId, redirectTo } = grant;
        const network = hashNetwork(accountId, request.viewerIp);
        await enqueueGrantMail(tx, accountId, { grantId, redirectTo, network }, now);
      })
      .catch((error: unknown) => {
        // Hide the recipient's rate limit: it would reveal that such a recipient exists.
        if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
      });
  }
}
