import { assertMayBeVisited, studioAccess, type StudioFacts } from '#core/domain/studio/studio-access.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { isExpired } from '#core/domain/galleries/galleries.ts';
import { DEFAULT_RIGHTS, type GrantStatus, MAX_INVITE_DEVICES, type Rights } from '#core/domain/galleries/grants.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { hashToken, random } from '../platform/auth/secrets.ts';
import { STUDIO_FACTS } from '../platform/studio-facts.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

interface GrantInput {
  accountId: string;
  authorId: string;
  galleryId: string;
  email: string;
  label: string | undefined;
  message: string | undefined;
  rights: Rights | undefined;
  expiresAt: number | undefined;
}

/** @throws AppError `rate_limited` */
export async function limitInviteMails(db: Queryable, accountId: string, email: string, now: number): Promise<void> {
  const { count } = await limitAttempts(db, 'invite-mails', { account: accountId, mailbox: email }, now);
  // The first mail of a studio is its own: others cannot use up the mailbox's limit for it.
  if (count > 1) await limitAttempts(db, 'invite-mails-mailbox', { mailbox: email }, now);
  await limitAttempts(db, 'invite-mails-studio', { account: accountId }, now);
}

/** Creates a person's grant, or updates the active one; omitted fields keep their values. */
export async function saveGrant(tx: Queryable, input: GrantInput, now: number): Promise<string> {
  const rights = input.rights ?? DEFAULT_RIGHTS;
  const [row] = await tx.query<{ id: string }>(
    `insert into grants as g (id, account_id, author_id, gallery_id, email, label, can_view, can_download, can_select,
       can_comment, expires_at, created_at, message)
     values ($1, $2, $3, $4, $5, coalesce($6, ''), $7, $8, $9, $10, $11, $12, coalesce($15, ''))
     on conflict (account_id, gallery_id, email) where status <> 'revoked' do update set
       status = 'pending', label = coalesce($6, g.label), message = coalesce($15, g.message),
       can_view = case when $13 then excluded.can_view else g.can_view end,
       can_download = case when $13 then excluded.can_download else g.can_download end,
       can_select = case when $13 then excluded.can_select else g.can_select end,
       can_comment = case when $13 then excluded.can_comment else g.can_comment end,
       -- A new invitation clears a past expiry; otherwise no mail would be sent.
       expires_at = case when $14 then excluded.expires_at when g.expires_at > $12 then g.expires_at end
     returning id`,
    [
      makeId(random),
      input.accountId,
      input.authorId,
      input.galleryId,
      input.email,
      input.label ?? null,
      rights.view,
      rights.download,
      rights.select,
      rights.comment,
      timestamp(input.expiresAt || null),
      timestamp(now),
      input.rights !== undefined,
      input.expiresAt !== undefined,
      input.message ?? null,
    ],
  );
  return row!.id;
}

interface GrantMail {
  grantId: string;
  redirectTo: string;
  /** Hash of the network of the visitor who asked for it; omitted for the studio. */
  network?: string;
}

/**
 * Enqueues a mail with the grant's link. A pending mail of the same grant is reused, but not the studio's for a visitor:
 * it would wait with the mails of visitors.
 */
export async function enqueueGrantMail(tx: Queryable, accountId: string, mail: GrantMail, now: number): Promise<void> {
  const { grantId, network } = mail;
  await tx.query('update grants set mail_error = null where id = $1 and account_id = $2 and mail_error is not null', [
    grantId,
    accountId,
  ]);
  const dedupeKey = `${network === undefined ? 'invite' : 'invite-again'}:${grantId}`;
  await enqueue(tx, accountId, 'invite.mail', mail, now, { dedupeKey });
}

interface VerifiedGrant {
  id: string;
  accountId: string;
  galleryId: string;
  slug: string;
  redirectTo: string | null;
}

interface TokenRow extends VerifiedGrant, StudioFacts {
  deviceCount: number;
  tokenExpiresAt: number;
  status: GrantStatus;
  grantExpiresAt: number | null;
}

/**
 * Consumes one of an invite token's devices. One statement checks and counts, so concurrent calls never admit more. A
 * visitor whom the grant has admitted is not counted again.
 * @param visitorId the visitor session of the browser; null without one
 * @throws AppError `invite_invalid`, `invite_used`, `invite_expired`, `gallery_revoked`, `studio_unavailable`
 */
export async function consumeToken(
  tx: Queryable,
  token: string,
  visitorId: string | null,
  now: number,
): Promise<VerifiedGrant> {
  const tokenHash = hashToken(token);
  const won = await tx.query(
    `with known as (
       select from grant_tokens t join visitor_access v on v.account_id = t.account_id and v.grant_id = t.grant_id
       where t.token_hash = $1 and v.visitor_id = $3)
     update grant_tokens set consumed_at = coalesce(consumed_at, $2),
       device_count = device_count + case when exists (select from known) then 0 else 1 end
     where token_hash = $1 and expires_at > $2 and (device_count < $4 or exists (select from known))
     returning token_hash`,
    [tokenHash, timestamp(now), visitorId, MAX_INVITE_DEVICES],
  );
  const [row] = await tx.query<TokenRow>(
    `select r.id, r.account_id as "accountId", r.gallery_id as "galleryId", a.slug, t.redirect_to as "redirectTo",
       t.device_count as "deviceCount", t.expires_at as "tokenExpiresAt", r.status, r.expires_at as "grantExpiresAt",
       ${STUDIO_FACTS}
     from grant_tokens t join grants r on r.id = t.grant_id and r.account_id = t.account_id
       join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
     where t.token_hash = $1 and g.deleted_at is null and a.deleted_at is null`,
    [tokenHash],
  );
  if (!row) throw new AppError('invite_invalid');
  assertMayBeVisited(studioAccess(row));
  if (row.status === 'revoked') throw new AppError('gallery_revoked');
  if (won.length === 0) throw new AppError(row.deviceCount < MAX_INVITE_DEVICES ? 'invite_expired' : 'invite_used');
  if (isExpired({ expiresAt: row.grantExpiresAt }, now)) throw new AppError('invite_expired');
  return { id: row.id, accountId: row.accountId, galleryId: row.galleryId, slug: row.slug, redirectTo: row.redirectTo };
}
