import { z } from 'zod';
import { account } from '../domain/accounts.ts';
import { accountId, rowId } from '../domain/ids.ts';
import { invitedRole } from '../domain/members.ts';
import { role } from '../domain/roles.ts';
import { endpoint } from './endpoint.ts';

const oneInvite = z.strictObject({ inviteId: rowId });

/** A signed-in browser or app; times in epoch milliseconds. */
export const authSession = z.object({
  id: z.uuid(),
  createdAt: z.number(),
  /** When it last asked for a new token. */
  usedAt: z.number(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type AuthSessionRow = z.infer<typeof authSession>;

/** An invitation to a team, as the invited person is shown it. */
export const receivedInvite = z.object({
  id: rowId,
  studio: z.string(),
  role: invitedRole,
  invitedBy: z.string(),
  expiresAt: z.number(),
});
export type ReceivedInvite = z.infer<typeof receivedInvite>;

/** The signed-in person, in whatever studios. */
export const me = {
  /** Where this person is signed in, the latest used first. */
  sessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    access: 'user',
    channel: 'backoffice',
    response: z.array(authSession),
  }),
  /** Signs one of them out, at once. */
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    access: 'user',
    channel: 'backoffice',
    params: z.strictObject({ sessionId: z.uuid() }),
    response: z.object({}),
  }),
  /** Open invitations to this person's confirmed e-mail. */
  invites: endpoint({
    method: 'GET',
    path: '/api/me/invites',
    access: 'user',
    channel: 'backoffice',
    response: z.array(receivedInvite),
  }),
  /** Joins the team: once, however often it is asked at the same time (410 `invite_used` to the others). */
  acceptInvite: endpoint({
    method: 'POST',
    path: '/api/me/invites/:inviteId/accept',
    access: 'user',
    channel: 'backoffice',
    params: oneInvite,
    response: account,
  }),
  declineInvite: endpoint({
    method: 'POST',
    path: '/api/me/invites/:inviteId/decline',
    access: 'user',
    channel: 'backoffice',
    params: oneInvite,
    response: z.object({}),
  }),
  /** What deleting the own sign-in would take along. */
  deletion: endpoint({
    method: 'GET',
    path: '/api/me/deletion',
    access: 'user',
    channel: 'backoffice',
    response: z.object({
      /** Studios without another owner: they go too. */
      deleted: z.array(
        z.object({ id: accountId, name: z.string(), galleries: z.number(), photos: z.number(), members: z.number() }),
      ),
      /** Studios that stay, without this person. */
      left: z.array(z.object({ id: accountId, name: z.string(), role })),
    }),
  }),
  /**
   * Deletes the own sign-in for good. The e-mail is typed again, lest it be the wrong one: 422 `confirmation_wrong`. 403
   * `sign_in_again` when the session is older than an hour.
   */
  remove: endpoint({
    method: 'POST',
    path: '/api/me/delete',
    access: 'user',
    channel: 'backoffice',
    // As the auth service has it, which takes addresses that our forms do not.
    body: z.strictObject({ email: z.string().trim().toLowerCase().max(320) }),
    response: z.object({}),
  }),
};
