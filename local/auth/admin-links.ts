import { recordAction, userTraits, type Actor } from './audit.ts';
import type { Tx } from './database.ts';
import { badRequest, emailExists, notFound } from './errors.ts';
import { actionLink } from './mail-requests.ts';
import { hashCode, newCode, storeToken } from './one-time-tokens.ts';
import { hashPassword, randomPassword, requireStrongPassword } from './passwords.ts';
import { parseEmail } from './requests.ts';
import { inTransaction, type AuthServices } from './services.ts';
import { createUser } from './sign-up.ts';
import type { Metadata, UserRow } from './user-row.ts';
import { findEmailHolder, findUserByEmail, mergeMetadata, presentUser, updateUser } from './users.ts';

type LinkRequest = {
  type: string;
  email: string;
  new_email: string;
  password: string;
  data: Metadata | null;
  redirectTo: string;
};

/** A token for an administrator's link instead of a mail; `hash` is the link's token. */
type Prepared = { user: UserRow; hash: string };

/**
 * Creates a link that would otherwise be mailed. A magic link for an unknown email becomes a sign-up; links that change
 * an account require one (404).
 */
export async function createLink(services: AuthServices, admin: Actor, request: LinkRequest) {
  const code = newCode();
  return inTransaction(services, async (tx) => {
    const known = await findUserByEmail(tx, request.email);
    const type = request.type === 'magiclink' && !known ? 'signup' : request.type;
    const { user, hash } = await prepare(services, tx, known, { ...request, type }, code);
    if (type === 'magiclink' || type === 'recovery') await recordAction(tx, user, 'user_recovery_requested');
    if (type === 'invite') await recordAction(tx, admin, 'user_invited', { traits: invitedTraits(user) });
    const linkType = type.startsWith('email_change_') ? 'email_change' : type;
    return {
      ...(await presentUser(tx, user)),
      action_link: actionLink(services, hash, linkType, request.redirectTo),
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: request.redirectTo,
    };
  });
}

/** Traits of an invited user in audit log entries. */
export function invitedTraits(user: UserRow) {
  const { user_id: id, user_email: email } = userTraits(user);
  return { user_id: id, user_email: email };
}

async function prepare(
  services: AuthServices,
  tx: Tx,
  known: UserRow | null,
  request: LinkRequest,
  code: string,
): Promise<Prepared> {
  switch (request.type) {
    case 'magiclink':
    case 'recovery': {
      const hash = hashCode(request.email, code);
      const user = requireKnown(known);
      await storeToken(tx, user.id, 'recovery_token', hash, request.email);
      return { user: await updateUser(tx, user.id, { recovery_token: hash, recovery_sent_at: tx.now }), hash };
    }
    case 'signup':
    case 'invite':
      return prepareConfirmation(services, tx, known, request, hashCode(request.email, code));
    case 'email_change_current':
    case 'email_change_new':
      return prepareEmailChange(services, tx, requireKnown(known), request, code);
    default:
      throw badRequest(`Invalid email action link type requested: ${request.type}`);
  }
}

function requireKnown(user: UserRow | null): UserRow {
  if (!user) throw notFound('user_not_found', 'User with this email not found');
  return user;
}

async function prepareConfirmation(
  { settings }: AuthServices,
  tx: Tx,
  known: UserRow | null,
  request: LinkRequest,
  hash: string,
): Promise<Prepared> {
  const invited = request.type === 'invite';
  const data = request.data ?? {};
  if (known?.email_confirmed_at) throw emailExists();
  let user = known;
  if (!user) {
    if (request.password) requireStrongPassword(request.password, settings);
    const password = request.password || randomPassword(settings);
    const passwordHash = invited ? null : await hashPassword(password, settings);
    user = await createUser(tx, { provider: 'email', address: request.email, passwordHash, data });
  } else if (!invited) {
    user = await updateUser(tx, user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, data) });
  }
  await storeToken(tx, user.id, 'confirmation_token', hash, request.email);
  const marked = await updateUser(tx, user.id, {
    confirmation_token: hash,
    confirmation_sent_at: tx.now,
    ...(invited ? { invited_at: tx.now } : {}),
  });
  return { user: marked, hash };
}

async function prepareEmailChange(
  { settings }: AuthServices,
  tx: Tx,
  user: UserRow,
  request: LinkRequest,
  code: string,
): Promise<Prepared> {
  const current = request.type === 'email_change_current';
  if (current && !settings.secureEmailChange) {
    throw badRequest('Enable secure email change to generate link for current email');
  }
  const newEmail = parseEmail(request.new_email);
  if (await findEmailHolder(tx, newEmail, user.id)) throw emailExists();
  const address = current ? request.email : newEmail;
  const hash = hashCode(address, code);
  const column = current ? 'email_change_token_current' : 'email_change_token_new';
  await storeToken(tx, user.id, column, hash, address);
  const changes = { email_change: newEmail, email_change_sent_at: tx.now, email_change_confirm_status: 0 };
  return { user: await updateUser(tx, user.id, { ...changes, [column]: hash }), hash };
}
