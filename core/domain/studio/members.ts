import { z } from 'zod';
import { DAY_MS } from '../values/durations.ts';
import { type MailError, type MailFault, mailFault } from '../values/errors.ts';
import { role } from './roles.ts';
import type { Transitions } from '../values/transitions.ts';

/** Maximum number of members and pending invitations: lists are shown without paging. */
export const MAX_TEAM_MEMBERS = 200;

/** Roles that can be invited. Only a member can become an owner. */
export const invitedRole = role.exclude(['owner']);
export type InvitedRole = z.infer<typeof invitedRole>;

const TEAM_INVITE_STATUSES = ['pending', 'sent', 'accepted', 'declined', 'revoked'] as const;
export const teamInviteStatus = z.enum(TEAM_INVITE_STATUSES);
export type TeamInviteStatus = z.infer<typeof teamInviteStatus>;

/** `expired` is derived from the expiry; resending starts over at `pending`. */
export const TEAM_INVITE_TRANSITIONS: Transitions<TeamInviteStatus> = {
  pending: ['sent', 'accepted', 'declined', 'revoked'],
  sent: ['pending', 'accepted', 'declined', 'revoked'],
  accepted: [],
  declined: [],
  revoked: [],
};

/** Lifetime of an invitation after its last mail, in milliseconds: 14 days. */
export const TEAM_INVITE_MS = 14 * DAY_MS;

/** True if an invitation is pending and not expired; `now` in epoch milliseconds. */
export function isInviteOpen(invite: { status: TeamInviteStatus; expiresAt: number }, now: number): boolean {
  return (invite.status === 'pending' || invite.status === 'sent') && invite.expiresAt > now;
}

/** Returns why the mail of a pending invitation did not reach the person; null for none. */
export function teamInviteFault(
  invite: { status: TeamInviteStatus; expiresAt: number; mailError: MailError | null },
  now: number,
): MailFault | null {
  return isInviteOpen(invite, now) && invite.mailError !== null ? mailFault(invite.mailError) : null;
}
