import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { type AuthError, badRequest, emailExists, unprocessable, userBanned } from './errors.ts';
import type { Arrival } from './external-accounts.ts';
import {
  deleteIdentity,
  externalIdentityData,
  findIdentity,
  type IdentityRow,
  identityTraits,
  insertExternalIdentity,
  listIdentities,
  providerMetadata,
} from './identities.ts';
import { sendConfirmation } from './mail-requests.ts';
import { clearTokens } from './one-time-tokens.ts';
import type { AuthServices } from './services.ts';
import type { AuthSettings } from './settings.ts';
import { confirmEmail } from './sign-up.ts';
import type { UserRow } from './user-row.ts';
import { findUserByEmail, isBanned, lockUser, mergeMetadata, updateUser } from './users.ts';

/**
 * Links an identity to the signed-in user. 422 `identity_already_exists`; a returned refusal is committed, since the
 * new email waits for its confirmation.
 */
export async function linkIdentity(
  services: AuthServices,
  tx: Tx,
  target: UserRow,
  { provider, profile, origin, ip }: Arrival,
): Promise<UserRow | AuthError> {
  let user = await requireLocked(tx, target.id);
  if (isBanned(user, tx.now)) throw userBanned();
  const known = await findIdentity(tx, provider, profile.subject);
  if (known) {
    const where = known.user_id === user.id ? '' : ' to another user';
    throw unprocessable('identity_already_exists', `Identity is already linked${where}`);
  }
  const identity = await insertExternalIdentity(tx, user.id, provider, externalIdentityData(profile));
  await recordAction(tx, user, 'identity_linked', { traits: identityTraits(identity), ip });
  if (!user.email) {
    user = await takeEmailFromIdentities(services.settings, tx, user, () =>
      badRequest(emailExists().message, 'email_exists'),
    );
    if (!profile.email?.verified) {
      if (user.email) await sendConfirmation(services, tx, user, origin);
      const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
      return unprocessable('email_not_confirmed', message);
    }
    user = await confirmEmail(tx, user);
  }
  return refreshProviders(tx, user);
}

/** Unlinks an identity, and removes an email that no other identity has. 422 for the last or an unknown identity. */
export async function unlinkIdentity(
  services: AuthServices,
  tx: Tx,
  userId: string,
  identityId: string,
  ip: string | null,
): Promise<void> {
  // Locks the user: of two concurrent requests that unlink the last two identities, the second is refused.
  const user = await requireLocked(tx, userId);
  const identities = await listIdentities(tx, user.id);
  if (identities.length <= 1) {
    const message = 'User must have at least 1 identity after unlinking';
    throw unprocessable('single_identity_not_deletable', message);
  }
  const identity = identities.find(({ id }) => id === identityId);
  if (!identity) throw unprocessable('identity_not_found', "Identity doesn't exist");
  await recordAction(tx, user, 'identity_unlinked', { traits: identityTraits(identity), ip });
  await deleteIdentity(tx, identity.id);
  const kept =
    identity.provider === 'phone'
      ? await updateUser(tx, user.id, { phone: null, phone_confirmed_at: null })
      : await takeEmailFromIdentities(services.settings, tx, user, () =>
          unprocessable('email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),
        );
  await refreshProviders(tx, kept);
}

async function requireLocked(tx: Tx, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (!user) throw unprocessable('user_not_found', 'User not found');
  return user;
}

async function refreshProviders(tx: Tx, user: UserRow): Promise<UserRow> {
  const appData = mergeMetadata(user.raw_app_meta_data, await providerMetadata(tx, user.id));
  return updateUser(tx, user.id, { raw_app_meta_data: appData });
}

/**
 * Keeps a user's email while one of their identities has it, else replaces it by that of another identity, preferring
 * confirmed ones. An unconfirmed email leaves the account unconfirmed. Throws `conflict` if other users have all of
 * them.
 */
async function takeEmailFromIdentities(
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
