import type { SignedIn } from './authentication.ts';
import type { Tx } from './database.ts';
import { badRequest, unprocessable, type AuthError } from './errors.ts';
import { upsertIdentity } from './identities.ts';
import { clearTokens, hashCode, isStoredHash } from './one-time-tokens.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import type { AuthServices } from './services.ts';
import { deleteSessions, isRecovery } from './sessions.ts';
import type { AuthSettings } from './settings.ts';
import type { UserRow } from './user-row.ts';
import { updateUser } from './users.ts';

/**
 * Age in milliseconds up to which a sign-in allows a password change, for projects that require reauthentication
 * (hosted: a day).
 */
const FRESH_SIGN_IN_MS = 24 * 3_600 * 1_000;

/**
 * Returns the refusal of a new password, or null. Returns instead of throwing, since as hosted a correct code is
 * consumed in any case, which must be committed.
 */
export async function passwordChangeRefusal(
  services: AuthServices,
  tx: Tx,
  { user, session }: SignedIn,
  change: { password: string; currentPassword: string; nonce: string },
): Promise<AuthError | null> {
  const { settings } = services;
  const stale = tx.now.getTime() > session.created_at.getTime() + FRESH_SIGN_IN_MS;
  if (settings.reauthenticateToChangePassword && stale) {
    if (!change.nonce) return badRequest('Password update requires reauthentication', 'reauthentication_needed');
    await spendNonce(settings, tx, user, change.nonce);
  }
  if (!user.encrypted_password) return null;
  if (settings.requireCurrentPassword && !(await isRecovery(tx, session.id))) {
    const message = 'Current password required when setting new password.';
    if (!change.currentPassword) return badRequest(message, 'current_password_required');
    if (!(await passwordMatches(change.currentPassword, user.encrypted_password, settings))) {
      return badRequest(message, 'current_password_invalid');
    }
  }
  if (await passwordMatches(change.password, user.encrypted_password, settings)) {
    return unprocessable('same_password', 'New password should be different from the old password.');
  }
  return null;
}

async function spendNonce(settings: AuthSettings, tx: Tx, user: UserRow, nonce: string): Promise<void> {
  const sentAt = user.reauthentication_sent_at;
  const expired = !sentAt || tx.now.getTime() > sentAt.getTime() + settings.otpExpirySeconds * 1_000;
  if (expired || !isStoredHash(hashCode(user.email ?? '', nonce), user.reauthentication_token)) {
    throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await clearTokens(tx, user.id);
  await updateUser(tx, user.id, { reauthentication_token: '' });
}

/**
 * Sets a password. Invalidates pending links and codes and all sessions but `keepSessionId`: an attacker may have them.
 */
export async function changePassword(
  settings: AuthSettings,
  tx: Tx,
  user: UserRow,
  password: string,
  keepSessionId?: string,
): Promise<UserRow> {
  await clearTokens(tx, user.id);
  await deleteSessions(tx, user.id, keepSessionId);
  if (!user.encrypted_password && user.email && user.email_confirmed_at) {
    await upsertIdentity(tx, user, 'email', { email: user.email });
  }
  return updateUser(tx, user.id, {
    encrypted_password: await hashPassword(password, settings),
    confirmation_token: '',
    confirmation_sent_at: null,
    recovery_token: '',
    recovery_sent_at: null,
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_sent_at: null,
    reauthentication_token: '',
    reauthentication_sent_at: null,
  });
}
