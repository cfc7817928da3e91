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
  'address_changed',
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
