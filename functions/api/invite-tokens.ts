import { AppError } from '#core/domain/errors.ts';
import type { GrantStatus } from '#core/domain/grants.ts';
import { isExpired } from '#core/domain/galleries.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import { hashToken } from '../lib/secrets.ts';

export interface VerifiedGrant {
  id: string;
  accountId: string;
  galleryId: string;
  slug: string;
  redirectTo: string | null;
}

interface TokenRow extends VerifiedGrant {
  consumedAt: number | null;
  tokenExpiresAt: number;
  status: GrantStatus;
  grantExpiresAt: number | null;
}

/**
 * Uses an invite's token up. One statement finds it unused and marks it: of a hundred at once, one wins.
 * @throws AppError `invite_invalid`, `invite_used`, `invite_expired`, `gallery_revoked`.
 */
export async function consumeToken(tx: Queryable, token: string, now: number): Promise<VerifiedGrant> {
  const tokenHash = hashToken(token);
  const won = await tx.query(
    `update grant_tokens set consumed_at = $2 where token_hash = $1 and consumed_at is null and expires_at > $2
     returning token_hash`,
    [tokenHash, timestamp(now)],
  );
  const [row] = await tx.query<TokenRow>(
    `select r.id, r.account_id as "accountId", r.gallery_id as "galleryId", a.slug, t.redirect_to as "redirectTo",
       t.consumed_at as "consumedAt", t.expires_at as "tokenExpiresAt", r.status, r.expires_at as "grantExpiresAt"
     from grant_tokens t join grants r on r.id = t.grant_id and r.account_id = t.account_id
       join galleries g on g.id = r.gallery_id join accounts a on a.id = r.account_id
     where t.token_hash = $1 and g.deleted_at is null and a.deleted_at is null`,
    [tokenHash],
  );
  if (!row) throw new AppError('invite_invalid');
  if (row.status === 'revoked') throw new AppError('gallery_revoked');
  if (won.length === 0) throw new AppError(row.consumedAt === null ? 'invite_expired' : 'invite_used');
  if (isExpired({ expiresAt: row.grantExpiresAt }, now)) throw new AppError('invite_expired');
  return { id: row.id, accountId: row.accountId, galleryId: row.galleryId, slug: row.slug, redirectTo: row.redirectTo };
}
