import { AppError } from '#core/domain/values/errors.ts';
import { isInviteOpen, type TeamInviteStatus } from '#core/domain/studio/members.ts';
import type { Queryable } from '../platform/db/database.ts';

/**
 * Returns the reason why an invitation cannot be answered: `invite_invalid` for an unknown one or a closed studio,
 * `invite_used`, `invite_expired`, or `invite_other_email` if it belongs to another email.
 */
export async function inviteError(db: Queryable, inviteId: string, now: number): Promise<AppError> {
  const [row] = await db.query<{ status: TeamInviteStatus; expiresAt: number }>(
    `select i.status, i.expires_at as "expiresAt" from team_invites i join accounts a on a.id = i.account_id
     where i.id = $1 and a.deleted_at is null`,
    [inviteId],
  );
  if (!row) return new AppError('invite_invalid');
  if (isInviteOpen(row, now)) return new AppError('invite_other_email');
  return new AppError(row.status === 'pending' || row.status === 'sent' ? 'invite_expired' : 'invite_used');
}
