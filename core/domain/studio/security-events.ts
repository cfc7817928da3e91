import { z } from 'zod';
import { statement } from './content-holds.ts';
import { CLOSURES } from './studio-access.ts';
import { usageMonth } from './usage.ts';

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
  'webhook_changed',
  'webhook_removed',
  'stripe_connected',
  'stripe_disconnected',
  'client_texts_changed',
  'reply_address_changed',
  'payment_methods_changed',
  // An operator's acts, and what owners answer.
  'studio_suspended',
  'studio_resumed',
  'studio_closed',
  'content_removed',
  'content_restored',
  'support_asked',
  'support_allowed',
  'support_ended',
  'plan_changed',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Kinds of acts that no limit bounds, and that a member repeats while writing: the log has so many in an hour. */
export const REPEATED_EVENTS: ReadonlySet<SecurityEventKind> = new Set([
  'client_texts_changed',
  'reply_address_changed',
  'payment_methods_changed',
]);
export const MAX_REPEATED_EVENTS = 10;

/** Details of an event beside its actor and time. */
export type SecurityEventDetails = {
  /** Roles or slugs: before and after. */
  from?: string;
  to?: string;
  /** Provider of an identity. */
  provider?: string;
  /** Name of an API token, or host of a webhook. */
  integration?: string;
  /** Why an operator acted, as the studio reads it. */
  reason?: string;
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
  'api_token_created',
  'api_token_revoked',
  'webhook_created',
  'webhook_changed',
  'admin_invited',
  'admin_added',
  'owner_changed',
  'stripe_connected',
  'stripe_disconnected',
  'client_texts_changed',
  'reply_address_changed',
  'cap_half',
  'cap_near',
  'cap_reached',
  'cap_expected',
  'trial_used',
  'plan_past_due',
  'plan_read_only',
  'plan_suspended',
  'payment_methods_changed',
  'sign_in_deleted',
  'studio_suspended',
  'studio_resumed',
  'content_removed',
  'content_restored',
  'support_asked',
  'plan_changed',
  'prices_changed',
  'prices_due',
  'prices_ended',
  'bill_and_prices',
] as const;
export type SecurityNoticeKind = (typeof SECURITY_NOTICES)[number];

/**
 * Returns the mail to the owners about an event of their studio; null for events that the log alone has. A token, a
 * webhook, an admin or an account at Stripe gives access to others, and texts and addresses may redirect clients' payments,
 * so that owners must hear of it without looking.
 */
export function ownerNoticeOf(kind: SecurityEventKind, { from, to }: SecurityEventDetails): SecurityNoticeKind | null {
  switch (kind) {
    case 'api_token_created':
    case 'api_token_revoked':
    case 'webhook_created':
    case 'webhook_changed':
    case 'stripe_connected':
    case 'stripe_disconnected':
    case 'client_texts_changed':
    case 'reply_address_changed':
    case 'payment_methods_changed':
      return kind;
    case 'member_invited':
      return to === 'admin' ? 'admin_invited' : null;
    case 'role_changed':
    case 'ownership_transferred':
      if (from === 'owner' || to === 'owner') return 'owner_changed';
      return to === 'admin' ? 'admin_added' : null;
    case 'member_removed':
      return from === 'owner' ? 'owner_changed' : null;
    default:
      return null;
  }
}

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
  /** The studio, the studios deleted with the sign-in, or the lost domain. */
  studios: z.array(z.string()).optional(),
  /** Of an event of a studio: names of the acting and of the affected person, and of the token or the webhook's host. */
  actor: z.string().optional(),
  subject: z.string().optional(),
  integration: z.string().optional(),
  /** Of an operator's act. */
  reason: z.string().optional(),
  /** What an operator blocked or released, and with a block its statement of reasons (content-holds.ts). */
  statement: statement.optional(),
  /** Other prices, and the first month in which they count for the studio, or in which it is read-only without them. */
  prices: z.object({ version: z.number(), from: usageMonth }).optional(),
  /** Why visitors don't find the studio; absent for mails about a sign-in. */
  closures: z.array(z.enum(CLOSURES)).optional(),
  /** When the next state begins of a studio that owes, epoch milliseconds. */
  until: z.number().optional(),
  /** Instead of one event: those of the studio and of this kind since `from` (epoch milliseconds) until `at`. */
  collected: z.object({ accountId: z.string(), from: z.number() }).optional(),
});
export type SecurityNotice = z.infer<typeof securityNotice>;
