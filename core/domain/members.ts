import { z } from 'zod';
import { role } from './roles.ts';
import type { Transitions } from './transitions.ts';

/** A studio's people and open invitations, at the most: lists are shown whole. */
export const MAX_TEAM_MEMBERS = 200;

/** Roles that somebody can be invited with; an owner is made of a member (decisions §3). */
export const invitedRole = role.exclude(['owner']);
export type InvitedRole = z.infer<typeof invitedRole>;

export const TEAM_INVITE_STATUSES = ['pending', 'sent', 'accepted', 'declined', 'revoked'] as const;
export const teamInviteStatus = z.enum(TEAM_INVITE_STATUSES);
export type TeamInviteStatus = z.infer<typeof teamInviteStatus>;

/** Decisions §2 (invite). That it has expired is derived from its date; sending again starts over at `pending`. */
export const TEAM_INVITE_TRANSITIONS: Transitions<TeamInviteStatus> = {
  pending: ['sent', 'accepted', 'declined', 'revoked'],
  sent: ['pending', 'accepted', 'declined', 'revoked'],
  accepted: [],
  declined: [],
  revoked: [],
};

/** An invitation can be accepted for this long after it was last sent: a week's holiday fits. */
export const TEAM_INVITE_MS = 14 * 24 * 60 * 60 * 1000;

/** Whether an invitation waits for an answer; `now` in epoch milliseconds. */
export function isInviteOpen(invite: { status: TeamInviteStatus; expiresAt: number }, now: number): boolean {
  return (invite.status === 'pending' || invite.status === 'sent') && invite.expiresAt > now;
}
