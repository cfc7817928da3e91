import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { type Actor, recordAction, userTraits } from './audit.ts';
import type { Tx } from './database.ts';
import { badRequest, emailExists, phoneExists } from './errors.ts';
import { identityClaims, insertIdentity, upsertIdentity } from './identities.ts';
import { changePassword } from './password-changes.ts';
import {
  hashPassword,
  isPasswordHash,
  randomPassword,
  requireShortPassword,
  requireStrongPassword,
} from './passwords.ts';
import { isUuid, parseEmail, parsePhone } from './requests.ts';
import { type AuthServices, inTransaction } from './services.ts';
import { confirmEmail, confirmPhone } from './sign-up.ts';
import type { Metadata, UserRow } from './user-row.ts';
import {
  findEmailHolder,
  findUserByPhone,
  insertUser,
  mergeMetadata,
  presentUser,
  updateUser,
  type UserJson,
} from './users.ts';

const unitsInMs = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
]);

/** Maximum of Go's `time.Duration`, 2⁶³ nanoseconds (about 292 years), in milliseconds. */
const LONGEST_MS = 2 ** 63 / 1e6;

/** Parses a duration in Go's format ("24h", "1h30m", "0") to milliseconds; 400 for anything else. */
export function parseDuration(text: string): number {
  const match = /^([-+]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+|0)$/.exec(text);
  let milliseconds = 0;
  for (const part of match?.[2]?.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g) ?? []) {
    milliseconds += Number(part[1]) * unitsInMs.get(part[2]!)!;
  }
  if (!match || milliseconds > LONGEST_MS) throw badRequest(`invalid format for ban duration: "${text}"`);
  return match[1] === '-' ? -milliseconds : milliseconds;
}

/** Attributes that an administrator sets; missing texts are empty. */
type AdminUserAttributes = {
  id: string;
  role: string;
  email: string;
  phone: string;
  password?: string | null | undefined;
  password_hash: string;
  email_confirm: boolean;
  phone_confirm: boolean;
  user_metadata: Metadata | null;
  app_metadata: Metadata | null;
  ban_duration: string;
};

/** Creates a user without confirmation; no mail is sent. */
export async function createUserAsAdmin(
  services: AuthServices,
  admin: Actor,
  attributes: AdminUserAttributes,
): Promise<UserJson> {
  const { settings } = services;
  if (!attributes.email && !attributes.phone) {
    throw badRequest('Cannot create a user without either an email or phone');
  }
  const email = attributes.email ? parseEmail(attributes.email) : null;
  const phone = attributes.phone ? parsePhone(attributes.phone) : null;
  if (attributes.id && (!isUuid(attributes.id) || /^[0-]+$/.test(attributes.id))) {
    throw badRequest('ID must conform to the uuid v4 format');
  }
  const passwordHash = await newUserHash(services, attributes);
  const providers = [...(email ? (['email'] as const) : []), ...(phone ? (['phone'] as const) : [])];

  return inTransaction(services, async (tx) => {
    if (email && (await findEmailHolder(tx, email))) throw emailExists();
    if (phone && (await findUserByPhone(tx, phone))) throw phoneExists();
    const appData: Metadata = { provider: providers[0], providers };
    let user = await insertUser(tx, {
      email,
      phone,
      encrypted_password: passwordHash,
      raw_app_meta_data: mergeMetadata(appData, attributes.app_metadata ?? {}),
      raw_user_meta_data: attributes.user_metadata ?? {},
      ...(attributes.id ? { id: attributes.id.toLowerCase() } : {}),
      ...(attributes.role ? { role: attributes.role.trim() } : {}),
    });
    for (const provider of providers) {
      const other = provider === 'email' ? { phone: null } : { email: null };
      await insertIdentity(tx, user.id, provider, identityClaims({ ...user, ...other }));
    }
    await recordAction(tx, admin, 'user_signedup', { traits: { ...userTraits(user), provider: providers[0] } });
    if (attributes.email_confirm) user = await confirmEmail(tx, user);
    if (attributes.phone_confirm) user = await confirmPhone(tx, user);
    user = await ban(settings.now(), tx, user, attributes.ban_duration);
    return presentUser(tx, user);
  });
}

async function newUserHash({ settings }: AuthServices, attributes: AdminUserAttributes): Promise<string> {
  const { password, password_hash: hash } = attributes;
  if (password && hash) throw badRequest('Only a password or a password hash should be provided');
  if (hash && !isPasswordHash(hash)) throw badRequest('The password hash must be a bcrypt hash');
  if (hash) return hash;
  if (password) requireShortPassword(password);
  return hashPassword(password || randomPassword(settings), settings);
}

/** Changes the given attributes; a new email is confirmed immediately. */
export async function updateUserAsAdmin(
  { settings }: AuthServices,
  tx: Tx,
  admin: Actor,
  before: UserRow,
  attributes: AdminUserAttributes,
): Promise<UserJson> {
  const email = attributes.email ? parseEmail(attributes.email) : null;
  const phone = attributes.phone ? parsePhone(attributes.phone) : null;
  let user = before;
  if (typeof attributes.password === 'string') {
    requireStrongPassword(attributes.password, settings);
    user = await changePassword(settings, tx, user, attributes.password);
  }
  if (attributes.role) user = await updateUser(tx, user.id, { role: attributes.role.trim() });
  if (attributes.email_confirm) user = await confirmEmail(tx, user);
  if (attributes.phone_confirm) user = await confirmPhone(tx, user);
  if (email) {
    if (await findEmailHolder(tx, email, user.id)) throw emailExists();
    await upsertIdentity(tx, user, 'email', { email, email_verified: attributes.email_confirm });
    user = await updateUser(tx, user.id, { email });
  }
  if (phone) {
    const holder = await findUserByPhone(tx, phone);
    if (holder && holder.id !== user.id) throw phoneExists();
    await upsertIdentity(tx, user, 'phone', { phone, phone_verified: attributes.phone_confirm });
    user = await updateUser(tx, user.id, { phone });
  }
  user = await updateUser(tx, user.id, {
    raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, attributes.app_metadata ?? {}),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, attributes.user_metadata ?? {}),
  });
  user = await ban(settings.now(), tx, user, attributes.ban_duration);
  await recordAction(tx, admin, 'user_modified', { traits: userTraits(user) });
  return presentUser(tx, user);
}

/** "none" lifts a ban, a duration starts one now, '' changes nothing. */
async function ban(now: Date, tx: Tx, user: UserRow, duration: string): Promise<UserRow> {
  if (!duration) return user;
  const milliseconds = duration === 'none' ? 0 : parseDuration(duration);
  const until = milliseconds === 0 ? null : new Date(now.getTime() + milliseconds);
  return updateUser(tx, user.id, { banned_until: until });
}
