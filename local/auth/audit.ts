import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import type { UserRow } from './user-row.ts';
import { NO_INSTANCE } from './users.ts';

/** Actions that Supabase Auth records, with their log type (internal/models/audit_log_entry.go). */
const logTypes = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
} as const;

type AuditAction = keyof typeof logTypes;

/** Actor of an entry: a user, or an administrator. */
export type Actor = Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user' | 'raw_user_meta_data'>;

/** An administrator has no account; as hosted, the role is used as the name. */
export function administrator(role: string): Actor {
  return { id: NO_INSTANCE, email: role, phone: null, is_sso_user: false, raw_user_meta_data: {} };
}

/**
 * Adds an entry to the project's audit log, in the transaction of the action. As hosted, most actions are recorded
 * without an IP address: `ip` is only for factors and linked identities.
 */
export async function recordAction(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { traits, ip }: { traits?: Record<string, unknown>; ip?: string | null } = {},
): Promise<void> {
  const name = actor.raw_user_meta_data?.['full_name'];
  const payload = {
    action,
    actor_id: actor.id,
    ...(name === undefined ? {} : { actor_name: name }),
    actor_username: actor.phone || actor.email || '',
    actor_via_sso: actor.is_sso_user,
    log_type: logTypes[action],
    ...(traits ? { traits } : {}),
  };
  await tx.rows(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ($1, $2, $3, $4, $5)`,
    [NO_INSTANCE, randomUUID(), JSON.stringify(payload), tx.now, ip ?? ''],
  );
}

/** Traits of a user in entries of an administrator's actions. */
export function userTraits(user: UserRow): Record<string, unknown> {
  return { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' };
}
