import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { AuthError, unprocessable, userBanned } from './errors.ts';
import {
  externalIdentityData,
  findIdentity,
  type IdentityRow,
  identityTraits,
  insertExternalIdentity,
  providerMetadata,
  removeOtherIdentities,
  replaceIdentityData,
} from './identities.ts';
import { type MailOrigin, sendConfirmation } from './mail-requests.ts';
import type { SocialProfile } from './providers/provider.ts';
import type { AuthServices } from './services.ts';
import { confirmEmail, requireSignUpsOpen } from './sign-up.ts';
import type { Metadata, UserRow } from './user-row.ts';
import {
  findEmailHolder,
  findUserByEmail,
  insertUser,
  isBanned,
  lockUser,
  mergeMetadata,
  updateUser,
} from './users.ts';

/** A provider's profile, and the request that started the flow. */
export type Arrival = { provider: string; profile: SocialProfile; origin: MailOrigin; ip: string | null };

/**
 * Returns the user of a provider's profile: known, linked or new. Returned refusals, unlike thrown ones, are committed:
 * the account exists and waits for its email's confirmation.
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

/** Copies the provider's data to the user. */
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
 * Removes password, other identities and metadata of an account with an unconfirmed email: its creator may have
 * registered a foreign email to wait for its owner.
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

/** The account for a provider's profile; an existing one is locked. */
type LinkingDecision =
  | { kind: 'known'; user: UserRow; identity: IdentityRow }
  | { kind: 'link'; user: UserRow }
  /** `email` is null if another user has it, or there is none. */
  | { kind: 'create'; email: string | null };

/**
 * Decides by the provider's subject, then by the email, which counts only if the provider has confirmed it (or the
 * project confirms every email): merely stating an email must not give access to its account.
 */
async function decideLinking(
  tx: Tx,
  autoconfirm: boolean,
  provider: string,
  { subject, email }: SocialProfile,
): Promise<LinkingDecision> {
  const identity = await findIdentity(tx, provider, subject);
  const known = identity && (await lockUser(tx, identity.user_id));
  if (known) return { kind: 'known', user: known, identity };

  const address = email?.address.toLowerCase() ?? null;
  if (!email || !address) return { kind: 'create', email: null };
  if (!email.verified && !autoconfirm) {
    return { kind: 'create', email: (await findEmailHolder(tx, address)) ? null : address };
  }
  const holders = await tx.rows<{ user_id: string }>(
    `select distinct user_id from auth.identities where email = $1 and provider not like 'sso:%'`,
    [address],
  );
  if (holders.length > 1) {
    const message = 'Multiple accounts with the same email address in the same linking domain detected: default';
    throw new AuthError(500, 'unexpected_failure', message);
  }
  const [holder] = holders;
  const userId = holder ? holder.user_id : (await findUserByEmail(tx, address))?.id;
  const user = userId === undefined ? null : await lockUser(tx, userId);
  return user ? { kind: 'link', user } : { kind: 'create', email: address };
}
