import { z } from 'zod';

/** What can happen to a studio's doors; the CHECK of `security_events.kind` has the same. */
export const SECURITY_EVENT_KINDS = [
  'member_invited',
  'invite_revoked',
  'invite_declined',
  'member_joined',
  'role_changed',
  'member_removed',
  'member_left',
  'ownership_transferred',
  'slug_changed',
  'account_deleted',
  'account_restored',
  'password_changed',
  'email_changed',
  'mfa_added',
  'mfa_removed',
  'identity_linked',
  'identity_unlinked',
  'session_ended',
  'data_exported',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** What is told of an event beside who and when. */
export type SecurityEventDetails = {
  /** Roles, or addresses of the studio: before and after. */
  from?: string;
  to?: string;
  /** Of an identity. */
  provider?: string;
};

/** What a person is told by mail of their own sign-in, or of a studio that they own. */
export const SECURITY_NOTICES = [
  'password_changed',
  'email_changed',
  'mfa_added',
  'mfa_removed',
  'identity_linked',
  'identity_unlinked',
  'studio_closed',
  'sign_in_deleted',
] as const;
export type SecurityNoticeKind = (typeof SECURITY_NOTICES)[number];

/**
 * A mail to a person, with all that it says: sign-ins and memberships may be gone when it is written. Most come from
 * triggers of the database (`enqueue_security_notice`).
 */
export const securityNotice = z.object({
  what: z.enum(SECURITY_NOTICES),
  /** Who is told: the former address, where that is what has changed. */
  email: z.string().min(1),
  /** A language's tag, or nothing for those of whom none is known. */
  language: z.string(),
  timeZone: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Of an identity, as the auth service names it. */
  provider: z.string().nullish(),
  /** The studio that was closed, or those that end with the sign-in. */
  studios: z.array(z.string()).optional(),
});
export type SecurityNotice = z.infer<typeof securityNotice>;
