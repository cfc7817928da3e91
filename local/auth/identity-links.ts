import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { badRequest, emailExists, unprocessable, userBanned, type AuthError } from './errors.ts';
import type { Arrival } from './external-accounts.ts';
import { takeEmailFromIdentities } from './identity-emails.ts';
import {
  deleteIdentity,
  externalIdentityData,
  findIdentity,
  identityTraits,
  insertExternalIdentity,
  listIdentities,
  providerMetadata,
} from './identities.ts';
import { sendConfirmation } from './mail-requests.ts';
import type { AuthServices } from './services.ts';
import { confirmEmail } from './sign-up.ts';
import type { UserRow } from './user-row.ts';
import { isBanned, lockUser, mergeMetadata, updateUser } from './users.ts';

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
