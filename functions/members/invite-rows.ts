import type { ResponseOf } from '#core/api/endpoint.ts';
import type { members } from '#core/api/members.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { isInviteOpen, type TeamInviteStatus } from '#core/domain/studio/members.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';

export type InvitePreview = ResponseOf<typeof members.previewInvite>;

/** Returns what everybody with its link reads of an invitation that can be answered. @throws AppError of `inviteError` */
export async function readInvite(db: Queryable, inviteId: string, now: number): Promise<InvitePreview> {
  const [row] = await db.query<InvitePreview>(
    `select a.name as studio, i.role, i.email, coalesce(nullif(m.name, ''), m.email, a.name) as "invitedBy"
     from team_invites i join accounts a on a.id = i.account_id
       left join account_members m on m.account_id = i.account_id and m.user_id = i.author_id
     where i.id = $1 and ${IS_OPEN} and i.status in ('pending', 'sent') and i.expires_at > $2`,
    [inviteId, timestamp(now)],
  );
  if (!row) throw await inviteError(db, inviteId, now);
  return row;
}

/**
 * Returns the reason why an invitation cannot be answered: `invite_invalid` for an unknown one or a closed or suspended studio,
 * `invite_used`, `invite_expired`, or `invite_other_email` if it belongs to another email.
 */
export async function inviteError(db: Queryable, inviteId: string, now: number): Promise<AppError> {
  const [row] = await db.query<{ status: TeamInviteStatus; expiresAt: number }>(
    `select i.status, i.expires_at as "expiresAt" from team_invites i join accounts a on a.id = i.account_id
     where i.id = $1 and ${IS_OPEN}`,
    [inviteId],
  );
  if (!row) return new AppError('invite_invalid');
  if (isInviteOpen(row, now)) return new AppError('invite_other_email');
  return new AppError(row.status === 'pending' || row.status === 'sent' ? 'invite_expired' : 'invite_used');
}
