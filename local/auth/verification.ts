import { recordAction } from './audit.ts';
import type { Tx } from './database.ts';
import { badRequest, forbidden, userBanned } from './errors.ts';
import { providerMetadata, upsertIdentity } from './identities.ts';
import { clearTokens, findToken, PKCE_PREFIX, type TokenType } from './one-time-tokens.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import type { AuthServices } from './services.ts';
import type { AuthSettings } from './settings.ts';
import { confirmEmail } from './sign-up.ts';
import type { UserRow } from './user-row.ts';
import { findUserById, isBanned, mergeMetadata, updateUser } from './users.ts';

/** A verification after its token is known. */
type Purpose = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';

/** A presented link or typed code; `email` is the recipient of a typed code. */
type Presented = { type: string; hash: string; email: string | null };

export const AWAITING_OTHER_ADDRESS =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const tokensFor: Record<Purpose | 'email', TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  // The type `email` covers both mails that contain a code.
  email: ['confirmation_token', 'recovery_token'],
};

const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const;

/**
 * Consumes a token and performs its action. Returns the user and the resolved purpose; the user is null while an email
 * change waits for its other confirmation. 403 `otp_expired` for an invalid token.
 */
export async function verify(
  services: AuthServices,
  tx: Tx,
  presented: Presented,
): Promise<{ user: UserRow | null; purpose: Purpose }> {
  const types = new Map(Object.entries(tokensFor)).get(presented.type);
  if (!types) throw badRequest('Invalid email verification type');
  const found = await findPresented(services.settings, tx, presented, types);
  const purpose = resolvePurpose(presented.type as Purpose | 'email', found.type);
  const user = await fulfil(services, tx, purpose, found.user, found.type);
  if (!user) return { user, purpose };
  const appData = mergeMetadata(user.raw_app_meta_data, await providerMetadata(tx, user.id));
  return { user: await updateUser(tx, user.id, { raw_app_meta_data: appData }), purpose };
}

async function findPresented(
  settings: AuthSettings,
  tx: Tx,
  { hash, email }: Presented,
  types: TokenType[],
): Promise<{ user: UserRow; type: TokenType }> {
  const invalid = forbidden(
    'otp_expired',
    email === null ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  );
  const found = email === null ? await findByLink(tx, hash, types) : await findByCode(tx, hash, email, types);
  if (!found) throw invalid;
  if (isBanned(found.user, tx.now)) throw userBanned();
  const sentAt = found.user[sentAtColumns[found.type]];
  if (!sentAt || tx.now.getTime() > sentAt.getTime() + settings.otpExpirySeconds * 1_000) throw invalid;
  return found;
}

async function findByLink(tx: Tx, hash: string, types: TokenType[]) {
  const token = await findToken(tx, hash, types);
  const user = token && (await findUserById(tx, token.user_id));
  return token && user ? { user, type: token.token_type } : null;
}

/** Finds a typed code by its email, in any flow. */
async function findByCode(tx: Tx, hash: string, email: string, types: TokenType[]) {
  for (const stored of [hash, `${PKCE_PREFIX}${hash}`]) {
    const token = await findToken(tx, stored, types);
    const user = token?.relates_to === email ? await findUserById(tx, token.user_id) : null;
    if (token && user) return { user, type: token.token_type };
  }
  return null;
}

function resolvePurpose(asked: Purpose | 'email', type: TokenType): Purpose {
  if (asked !== 'email') return asked;
  return type === 'confirmation_token' ? 'signup' : 'magiclink';
}

async function fulfil(services: AuthServices, tx: Tx, purpose: Purpose, user: UserRow, type: TokenType) {
  switch (purpose) {
    case 'signup':
    case 'invite':
      return confirmSignUp(services, tx, user);
    case 'recovery':
    case 'magiclink':
      return recover(tx, user);
    case 'email_change':
      return changeEmail(services, tx, user, type);
  }
}

async function confirmSignUp(services: AuthServices, tx: Tx, user: UserRow): Promise<UserRow> {
  if (user.invited_at && !user.encrypted_password) {
    // A random password, which the invited user replaces.
    const hash = await hashPassword(randomPassword(services.settings), services.settings);
    await updateUser(tx, user.id, { encrypted_password: hash });
  }
  await recordAction(tx, user, 'user_signedup', { traits: { provider: 'email' } });
  await tx.rows(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
      where user_id = $1 and email = (select lower(email) from auth.users where id = $1)`,
    [user.id, tx.now],
  );
  return confirmEmail(tx, user);
}

async function recover(tx: Tx, user: UserRow): Promise<UserRow> {
  await clearTokens(tx, user.id);
  const recovered = await updateUser(tx, user.id, { recovery_token: '' });
  if (user.email_confirmed_at) {
    await recordAction(tx, user, 'login');
    return recovered;
  }
  await recordAction(tx, user, 'user_signedup', { traits: { provider: 'email' } });
  return confirmEmail(tx, recovered);
}

async function changeEmail(
  { settings }: AuthServices,
  tx: Tx,
  user: UserRow,
  type: TokenType,
): Promise<UserRow | null> {
  const bothMustConfirm = !settings.autoconfirm && settings.secureEmailChange && Boolean(user.email);
  if (bothMustConfirm && user.email_change_confirm_status === 0) {
    // Clears the confirmed token, so that the same mail cannot confirm twice.
    await clearTokens(tx, user.id, type);
    await updateUser(tx, user.id, { email_change_confirm_status: 1, [type]: '' });
    return null;
  }
  await recordAction(tx, user, 'user_modified');
  const facts = { email: user.email_change, email_verified: true };
  await upsertIdentity(tx, user, 'email', facts);
  await clearTokens(tx, user.id);
  const changed = await updateUser(tx, user.id, {
    email: user.email_change,
    email_change: '',
    email_change_token_current: '',
    email_change_token_new: '',
    email_change_confirm_status: 0,
  });
  return changed.email_confirmed_at ? changed : confirmEmail(tx, changed);
}
