import { z } from 'zod';
import { email } from '../domain/customers.ts';
import { rowId, userId } from '../domain/ids.ts';
import { invitedRole, teamInviteStatus } from '../domain/members.ts';
import { role } from '../domain/roles.ts';
import { endpoint } from './endpoint.ts';

const oneInvite = z.strictObject({ inviteId: rowId });
const oneMember = z.strictObject({ userId });
const invite = z.object({ inviteId: rowId, status: teamInviteStatus });

/** The people of a studio. Each act is noted for its owners (`security_events`). */
export const members = {
  /** Asks somebody to join, by mail. Asking the same person again changes the role and sends again. */
  invite: endpoint({
    method: 'POST',
    path: '/api/members/invites',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    body: z.strictObject({ email, role: invitedRole }),
    response: invite,
    status: 201,
  }),
  /** The same mail again; its days begin anew. */
  resendInvite: endpoint({
    method: 'POST',
    path: '/api/members/invites/:inviteId/resend',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    params: oneInvite,
    response: invite,
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/api/members/invites/:inviteId',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    params: oneInvite,
    response: invite,
  }),
  /** What whoever followed the mail's link is shown before they sign in. An id is a secret of the mail. */
  previewInvite: endpoint({
    method: 'POST',
    path: '/api/members/invites/look',
    access: 'anyone',
    channel: 'backoffice',
    body: oneInvite,
    response: z.object({ studio: z.string(), role: invitedRole, email: z.string(), invitedBy: z.string() }),
  }),
  /** Making and unmaking owners also asks for `owners.manage`; the last owner stays one. */
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/members/:userId',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    params: oneMember,
    body: z.strictObject({ role }),
    response: z.object({ userId, role }),
  }),
  /** They are out with their next call, and within a minute of an open socket. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/members/:userId',
    access: 'member',
    channel: 'backoffice',
    capability: 'members.manage',
    params: oneMember,
    response: z.object({}),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/members/leave',
    access: 'member',
    channel: 'backoffice',
    // Everybody's.
    capability: 'account.read',
    response: z.object({}),
  }),
  /** Makes a member the owner, and the caller an admin, in one act. */
  transfer: endpoint({
    method: 'POST',
    path: '/api/members/transfer',
    access: 'member',
    channel: 'backoffice',
    capability: 'owners.manage',
    body: oneMember,
    response: z.object({}),
  }),
};
