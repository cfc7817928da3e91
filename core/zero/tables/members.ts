import { enumeration, number, string, table } from '@rocicorp/zero';
import type { MailError } from '../../domain/values/errors.ts';
import type { InvitedRole, TeamInviteStatus } from '../../domain/studio/members.ts';

/** Invitations to the studio's team; written by the API only. */
export const teamInvites = table('teamInvites')
  .from('team_invites')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    email: string(),
    role: enumeration<InvitedRole>(),
    status: enumeration<TeamInviteStatus>(),
    sentAt: number().from('sent_at').optional(),
    respondedAt: number().from('responded_at').optional(),
    expiresAt: number().from('expires_at'),
    createdAt: number().from('created_at'),
    mailError: enumeration<MailError>().from('mail_error').optional(),
  })
  .primaryKey('id');
