import { z } from 'zod';

/** Kinds of security events of a studio; must equal the CHECK of `security_events.kind`. */
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
  'api_token_created',
  'api_token_revoked',
  'api_token_network',
  'webhook_created',
  'webhook_removed',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Details of an event beside its actor and time. */
export type SecurityEventDetails = {
  /** Roles or slugs: before and after. */
  from?: string;
  to?: string;
  /** Provider of an identity. */
  provider?: string;
  /** Name of an API token, or host of a webhook. */
  integration?: string;
};

/** Kinds of security mails about the recipient's sign-in, or about a studio that they own. */
export const SECURITY_NOTICES = [
  'password_changed',
  'email_changed',
  'mfa_added',
  'mfa_removed',
  'identity_linked',
  'identity_unlinked',
  'studio_closed',
  'domain_lost',
  'sign_in_deleted',
] as const;
export type SecurityNoticeKind = (typeof SECURITY_NOTICES)[number];

/**
 * A security mail with all its data: sign-ins and memberships may be deleted when it is rendered. Most come from
 * database triggers (`enqueue_security_notice`).
 */
export const securityNotice = z.object({
  what: z.enum(SECURITY_NOTICES),
  /** The recipient; the previous email if it was changed. */
  email: z.string().min(1),
  /** Language tag; empty if unknown. */
  language: z.string(),
  timeZone: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Identity provider, as the auth service names it. */
  provider: z.string().nullish(),
  /** The closed studio, the studios deleted with the sign-in, or the lost domain. */
  studios: z.array(z.string()).optional(),
});
export type SecurityNotice = z.infer<typeof securityNotice>;
