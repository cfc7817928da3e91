import { z } from 'zod';
import { account } from '../domain/studio/accounts.ts';
import { CONSENT_PURPOSES, CONSENT_VERSION } from '../domain/studio/consents.ts';
import { accountId, rowId } from '../domain/values/ids.ts';
import { invitedRole } from '../domain/studio/members.ts';
import { role } from '../domain/studio/roles.ts';
import { endpoint } from './endpoint.ts';

const oneInvite = z.strictObject({ inviteId: rowId });

/** A signed-in browser or app; times in epoch milliseconds. */
export const authSession = z.object({
  id: z.uuid(),
  createdAt: z.number(),
  /** Time of the last token refresh. */
  usedAt: z.number(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type AuthSessionRow = z.infer<typeof authSession>;

/** A team invitation, as shown to the invited person. */
export const receivedInvite = z.object({
  id: rowId,
  studio: z.string(),
  role: invitedRole,
  invitedBy: z.string(),
  expiresAt: z.number(),
});
export type ReceivedInvite = z.infer<typeof receivedInvite>;

/** A decision of the user: granted, refused or withdrawn. */
const consent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  version: z.number().int(),
  granted: z.boolean(),
  decidedAt: z.number(),
});
export type Consent = z.infer<typeof consent>;

/** The signed-in user, independent of any studio. */
export const me = {
  /** The user's active sign-ins, most recently used first. */
  sessions: endpoint({
    method: 'GET',
    path: '/api/me/sessions',
    access: 'user',
    channel: 'backoffice',
    response: z.array(authSession),
  }),
  /** Ends one of the user's sign-ins immediately. */
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/me/sessions/:sessionId',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: z.strictObject({ sessionId: z.uuid() }),
    response: z.object({}),
  }),
  /** The user's decisions; a purpose that was never asked about is absent. */
  consents: endpoint({
    method: 'GET',
    path: '/api/me/consents',
    access: 'user',
    channel: 'backoffice',
    response: z.array(consent),
  }),
  /** Grants, refuses or withdraws. */
  saveConsent: endpoint({
    method: 'PUT',
    path: '/api/me/consents/:purpose',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: z.strictObject({ purpose: z.enum(CONSENT_PURPOSES) }),
    body: z.strictObject({ version: z.number().int().min(1).max(CONSENT_VERSION), granted: z.boolean() }),
    response: consent,
  }),
  /** Pending invitations to the user's confirmed email. */
  invites: endpoint({
    method: 'GET',
    path: '/api/me/invites',
    access: 'user',
    channel: 'backoffice',
    response: z.array(receivedInvite),
  }),
  /** Joins the team. Concurrent requests join once; the others get 410 `invite_used`. */
  acceptInvite: endpoint({
    method: 'POST',
    path: '/api/me/invites/:inviteId/accept',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: oneInvite,
    response: account,
  }),
  declineInvite: endpoint({
    method: 'POST',
    path: '/api/me/invites/:inviteId/decline',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: false,
    params: oneInvite,
    response: z.object({}),
  }),
  /** Lists the effects of deleting the user's sign-in. */
  deletion: endpoint({
    method: 'GET',
    path: '/api/me/deletion',
    access: 'user',
    channel: 'backoffice',
    response: z.object({
      /** Studios without another owner: they are deleted too. */
      deleted: z.array(
        z.object({ id: accountId, name: z.string(), galleries: z.number(), photos: z.number(), members: z.number() }),
      ),
      /** Studios that remain, without this user. */
      left: z.array(z.object({ id: accountId, name: z.string(), role })),
    }),
  }),
  /**
   * Permanently deletes the user's sign-in. The request repeats the email as a confirmation, otherwise 422
   * `confirmation_wrong`. 403 `recent_sign_in_required` when the session is older than an hour.
   */
  remove: endpoint({
    method: 'POST',
    path: '/api/me/delete',
    access: 'user',
    channel: 'backoffice',
    recentSignIn: true,
    // As loose as the auth service, which accepts emails that our forms refuse.
    body: z.strictObject({ email: z.string().trim().toLowerCase().max(320) }),
    response: z.object({}),
  }),
};
