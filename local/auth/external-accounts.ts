import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { AuthError, unprocessable, userBanned } from './errors.ts';
import {
  externalIdentityData,
  identityTraits,
  insertExternalIdentity,
  providerMetadata,
  removeOtherIdentities,
  replaceIdentityData,
  type IdentityRow,
} from './identities.ts';
import { decideLinking } from './linking.ts';
import { sendConfirmation, type MailOrigin } from './mail-requests.ts';
import type { SocialProfile } from './providers/provider.ts';
import type { AuthServices } from './services.ts';
import { confirmEmail, requireSignUpsOpen } from './sign-up.ts';
import type { Metadata, UserRow } from './user-row.ts';
import { insertUser, isBanned, mergeMetadata, updateUser } from './users.ts';

/** What a provider's answer is about, and the request that brought it. */
export type Arrival = { provider: string; profile: SocialProfile; origin: MailOrigin; ip: string | null };

/**
 * The account of somebody who comes from a provider: known, linked or new. Refusals that are returned instead of
 * thrown are to be committed: the account is there and waits for its address to be confirmed.
 */
export async function admit(services: AuthServices, tx: Tx, arrival: Arrival): Promise<UserRow | AuthError> {
  const { autoconfirm } = services.settings;
  const { provider, profile } = arrival;
  const data = externalIdentityData(profile);
  const decision = await decideLinking(tx, autoconfirm, provider, profile);
  let user: UserRow;
  let identity: IdentityRow;
  switch (decision.kind) {
    case 'known':
      identity = await replaceIdentityData(tx, decision.identity.id, data);
      user = await takeOver(tx, decision.user, data);
      break;
    case 'link':
      identity = await insertExternalIdentity(tx, decision.user.id, provider, data);
      user = await takeOver(tx, decision.user, data);
      await recordLink(tx, user, identity, arrival);
      break;
    case 'create':
      requireSignUpsOpen(services);
      user = await createExternalUser(tx, provider, decision.email, data);
      identity = await insertExternalIdentity(tx, user.id, provider, data);
  }
  if (isBanned(user, tx.now)) throw userBanned();
  if (user.email_confirmed_at) {
    await recordAction(tx, user, 'login', { traits: { provider } });
    return user;
  }
  user = await closeOtherDoors(tx, user, identity);
  if (profile.email?.verified || autoconfirm) {
    await recordAction(tx, user, 'user_signedup', { traits: { provider } });
    return confirmEmail(tx, user);
  }
  return refuseUnverified(services, tx, user, arrival);
}

/** What the provider knows becomes the person's own data. */
async function takeOver(tx: Tx, user: UserRow, data: Metadata): Promise<UserRow> {
  return updateUser(tx, user.id, {
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data),
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, await providerMetadata(tx, user.id)),
  });
}

function createExternalUser(tx: Tx, provider: string, email: string | null, data: Metadata): Promise<UserRow> {
  return insertUser(tx, {
    email,
    phone: null,
    encrypted_password: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  });
}

/**
 * Nobody has confirmed the account's address, so whoever opened it may have done so to wait for its owner: their
 * password, their other ways in and what they wrote about themselves go.
 */
async function closeOtherDoors(tx: Tx, user: UserRow, identity: IdentityRow): Promise<UserRow> {
  await removeOtherIdentities(tx, user.id, identity.id);
  return updateUser(tx, user.id, {
    encrypted_password: null,
    raw_user_meta_data: identity.identity_data,
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, await providerMetadata(tx, user.id)),
  });
}

async function refuseUnverified(services: AuthServices, tx: Tx, user: UserRow, { provider, origin }: Arrival) {
  const code = 'provider_email_needs_verification';
  if (!user.email) {
    const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
    return unprocessable(code, message);
  }
  await sendConfirmation(services, tx, user, origin);
  return unprocessable(code, unverified(provider));
}

function unverified(provider: string): string {
  return `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
}

function recordLink(tx: Tx, user: UserRow, identity: IdentityRow, { ip }: Arrival): Promise<void> {
  return recordAction(tx, user, 'identity_linked', { traits: identityTraits(identity), ip });
}
