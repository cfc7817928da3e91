import type { Tx } from './database.ts';
import type { AuthError } from './errors.ts';
import { listIdentities, type IdentityRow } from './identities.ts';
import { clearTokens } from './one-time-tokens.ts';
import type { AuthSettings } from './settings.ts';
import type { UserRow } from './user-row.ts';
import { findUserByEmail, mergeMetadata, updateUser } from './users.ts';

/**
 * Keeps a user's email while one of their identities has it, else replaces it by that of another identity, preferring
 * confirmed ones. An unconfirmed email leaves the account unconfirmed. Throws `conflict` if other users have all of
 * them.
 */
export async function takeEmailFromIdentities(
  settings: AuthSettings,
  tx: Tx,
  user: UserRow,
  conflict: () => AuthError,
): Promise<UserRow> {
  const identities = await listIdentities(tx, user.id);
  if (identities.some(({ email }) => (email ?? '') === (user.email ?? ''))) return user;
  const ranked = identities.toSorted((left, right) => rank(left) - rank(right));
  const chosen = await firstFree(tx, ranked);
  if (!chosen) throw conflict();
  // Pending links and codes were sent for the previous email.
  await clearTokens(tx, user.id);
  const confirmed = rank(chosen) === 0 || (rank(chosen) === 1 && settings.autoconfirm);
  return updateUser(tx, user.id, {
    email: chosen.email || null,
    confirmation_token: '',
    confirmation_sent_at: null,
    recovery_token: '',
    recovery_sent_at: null,
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    reauthentication_token: '',
    reauthentication_sent_at: null,
    ...(confirmed
      ? {}
      : {
          email_confirmed_at: null,
          raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: false }),
        }),
  });
}

function rank({ email, identity_data: data }: IdentityRow): 0 | 1 | 2 {
  if (!email) return 2;
  return data['email_verified'] === true ? 0 : 1;
}

async function firstFree(tx: Tx, identities: IdentityRow[]): Promise<IdentityRow | null> {
  for (const identity of identities) {
    if (!identity.email || !(await findUserByEmail(tx, identity.email))) return identity;
  }
  return null;
}
