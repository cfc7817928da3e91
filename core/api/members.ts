import { z } from 'zod';
import { email } from '../domain/values/email.ts';
import { rowId, userId } from '../domain/values/ids.ts';
import { invitedRole, teamInviteStatus } from '../domain/studio/members.ts';
import { can, role, type Role } from '../domain/studio/roles.ts';
import { supportVisit, visitHours } from '../domain/studio/support.ts';
import { endpoint } from './endpoint.ts';
import { again } from './mails.ts';

const oneInvite = z.strictObject({ inviteId: rowId });
const oneMember = z.strictObject({ userId });
const invite = z.object({ inviteId: rowId, status: teamInviteStatus });

/** The members of a studio. Each change is recorded for its owners (`security_events`). */
export const members = {
  /**
   * Invites a person by mail. A repeated request changes the role and resends the mail. Inviting an admin takes a recent
   * sign-in.
   */
  invite: endpoint({
    method: 'POST',
    path: '/api/members/invites',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    recentSignIn: ({ role }: { role: Role }) => can(role, 'members.manage'),
    body: z.strictObject({ email, role: invitedRole }),
    response: invite,
    status: 201,
  }),
  /** Resends the mail and renews the expiry. */
  resendInvite: endpoint({
    method: 'POST',
    path: '/api/members/invites/:inviteId/resend',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    recentSignIn: false,
    params: oneInvite,
    body: z.strictObject({ again }).optional(),
    response: invite,
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/api/members/invites/:inviteId',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    recentSignIn: false,
    params: oneInvite,
    response: invite,
  }),
  /** The invitation as shown before sign-in. Its id is a secret that only the mail contains. */
  previewInvite: endpoint({
    method: 'POST',
    path: '/api/members/invites/look',
    access: 'anyone',
    channel: 'backoffice',
    body: oneInvite,
    response: z.object({ studio: z.string(), role: invitedRole, email: z.string(), invitedBy: z.string() }),
  }),
  /** Changes a role. Adding or removing an owner also requires `owners.manage`; the last owner cannot be changed. */
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/members/:userId',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    recentSignIn: true,
    params: oneMember,
    body: z.strictObject({ role }),
    response: z.object({ userId, role }),
  }),
  /** Removes a member: the next request is refused, an open socket closes within a minute. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/members/:userId',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    recentSignIn: true,
    params: oneMember,
    response: z.object({}),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/members/leave',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    // Every role has it.
    capability: 'account.read',
    response: z.object({}),
  }),
  /** Visits of the operator's support that are asked for or going on. */
  supportVisits: endpoint({
    method: 'GET',
    path: '/api/support-visits',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.read',
    response: z.array(supportVisit),
  }),
  /** Lets the operator's support read the studio for so many hours from now. */
  allowSupport: endpoint({
    method: 'POST',
    path: '/api/support-visits/:visitId',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'owners.manage',
    recentSignIn: true,
    params: z.strictObject({ visitId: rowId }),
    body: z.strictObject({ hours: visitHours }),
    response: z.object({}),
  }),
  /** Declines or ends a visit. */
  endSupport: endpoint({
    method: 'DELETE',
    path: '/api/support-visits/:visitId',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'owners.manage',
    recentSignIn: false,
    params: z.strictObject({ visitId: rowId }),
    response: z.object({}),
  }),
  /** Makes a member the owner and the caller an admin, in one transaction. */
  transfer: endpoint({
    method: 'POST',
    path: '/api/members/transfer',
    access: 'member',
    channel: 'backoffice',
    capability: 'owners.manage',
    recentSignIn: true,
    body: oneMember,
    response: z.object({}),
  }),
};
