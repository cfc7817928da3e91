import { randomUUID } from 'node:crypto';
import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { unprocessable, type AuthError } from './errors.ts';
import { identityClaims, insertIdentity, type IdentityProvider } from './identities.ts';
import { sendConfirmation, type MailOrigin } from './mail-requests.ts';
import type { AuthServices } from './services.ts';
import { signIn } from './sign-in.ts';
import type { AuthSession } from './tokens.ts';
import type { ClientInfo } from './sessions.ts';
import { clearTokens } from './one-time-tokens.ts';
import type { Metadata, UserRow } from './user-row.ts';
import {
  AUDIENCE,
  findEmailHolder,
  findUserByPhone,
  insertUser,
  mergeMetadata,
  presentUser,
  updateUser,
  type UserJson,
} from './users.ts';

type SignUp = {
  provider: IdentityProvider;
  /** Email or phone number, normalised. */
  address: string;
  passwordHash: string;
  data: Metadata;
};

/** Throws the documented error if sign-ups are disabled. */
export function requireSignUpsOpen({ settings }: AuthServices): void {
  if (settings.disableSignup) throw unprocessable('signup_disabled', 'Signups not allowed for this instance');
}

/** Creates a user with the identity of its email or phone; without a hash there is no password yet. */
export async function createUser(
  tx: Tx,
  { provider, address, passwordHash, data }: Omit<SignUp, 'passwordHash'> & { passwordHash: string | null },
): Promise<UserRow> {
  const user = await insertUser(tx, {
    email: provider === 'email' ? address : null,
    phone: provider === 'phone' ? address : null,
    encrypted_password: passwordHash,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  });
  await insertIdentity(tx, user.id, provider, identityClaims(user));
  return user;
}

/** Confirms an email and clears all pending tokens. */
export async function confirmEmail(tx: Tx, user: UserRow): Promise<UserRow> {
  await clearTokens(tx, user.id);
  return updateUser(tx, user.id, {
    confirmation_token: '',
    email_confirmed_at: tx.now,
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
  });
}

export async function confirmPhone(tx: Tx, user: UserRow): Promise<UserRow> {
  await clearTokens(tx, user.id);
  return updateUser(tx, user.id, { confirmation_token: '', phone_confirmed_at: tx.now });
}

/**
 * Creates an account, or resends an unconfirmed one its mail (its password stays: the new request may come from another
 * person). For a confirmed email it responds with an invented user, so that the response does not reveal registered
 * emails; without mail confirmation it returns 422, since the attempt is still recorded.
 */
export async function signUp(
  services: AuthServices,
  tx: Tx,
  request: SignUp,
  origin: MailOrigin,
  client: ClientInfo,
): Promise<AuthSession | Partial<UserJson> | AuthError> {
  const { provider, address, data } = request;
  const byEmail = provider === 'email';
  const confirmAtOnce = byEmail ? services.settings.autoconfirm : true;
  let user = await (byEmail ? findEmailHolder(tx, address) : findUserByPhone(tx, address));
  if (user && (byEmail ? user.email_confirmed_at : user.phone_confirmed_at)) {
    await recordAction(tx, user, 'user_repeated_signup', { traits: { provider } });
    return confirmAtOnce ? unprocessable('user_already_exists', 'User already registered') : fakeUser(tx, request);
  }
  if (!user) {
    user = await createUser(tx, { ...request, data: {} });
    // The sign-up's data is stored in the identity, whose data is stored in the user.
    const claims = identityClaims(user, data);
    await tx.rows('update auth.identities set identity_data = $2 where user_id = $1', [user.id, claims]);
    user = await updateUser(tx, user.id, { raw_user_meta_data: claims });
  }
  if (confirmAtOnce) {
    await recordAction(tx, user, 'user_signedup', { traits: byEmail ? { provider } : { provider, channel: 'sms' } });
    const confirmed = await (byEmail ? confirmEmail(tx, user) : confirmPhone(tx, user));
    await recordAction(tx, confirmed, 'login', { traits: { provider } });
    return signIn(services, tx, confirmed, 'password', client);
  }
  await recordAction(tx, user, 'user_confirmation_requested', { traits: { provider } });
  const waiting = await sendConfirmation(services, tx, user, origin);
  const shown = await presentUser(tx, waiting);
  // Hides an invitation's data from anyone who merely enters the email.
  return waiting.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown;
}

function fakeUser(tx: Tx, { provider, address, data }: SignUp): Partial<UserJson> {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: tx.now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: tx.now,
    updated_at: tx.now,
    is_anonymous: false,
  };
}
