import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import { listFactors, presentFactor, type FactorRow } from './factors.ts';
import { listIdentities, presentIdentity, type IdentityRow } from './identities.ts';
import type { Metadata, UserRow } from './user-row.ts';

/** The only audience of a hosted project, and the role of everyone who signs in. */
export const AUDIENCE = 'authenticated';

/** As hosted, where a project has one instance. */
export const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

export async function findUserById(tx: Tx, id: string): Promise<UserRow | null> {
  const [user] = await tx.rows<UserRow>('select * from auth.users where id = $1', [id]);
  return user ?? null;
}

/** Locks a user until the end of the transaction and returns its current row. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const [user] = await tx.rows<UserRow>('select * from auth.users where id = $1 for update', [id]);
  return user ?? null;
}

export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [user] = await tx.rows<UserRow>(
    'select * from auth.users where lower(email) = $1 and aud = $2 and is_sso_user = false',
    [email.toLowerCase(), AUDIENCE],
  );
  return user ?? null;
}

export async function findUserByPhone(tx: Tx, phone: string): Promise<UserRow | null> {
  const [user] = await tx.rows<UserRow>(
    'select * from auth.users where phone = $1 and aud = $2 and is_sso_user = false',
    [phone, AUDIENCE],
  );
  return user ?? null;
}

/** Returns the user other than `exceptId` who has an email, in their account or in an identity. */
export async function findEmailHolder(tx: Tx, email: string, exceptId?: string): Promise<UserRow | null> {
  const [user] = await tx.rows<UserRow>(
    `select * from auth.users
      where aud = $2 and id is distinct from $3 and is_sso_user = false
        and (lower(email) = $1 or id in (select user_id from auth.identities where email = $1))
      limit 1`,
    [email.toLowerCase(), AUDIENCE, exceptId ?? null],
  );
  return user ?? null;
}

type NewUser = Pick<UserRow, 'email' | 'phone' | 'encrypted_password' | 'raw_app_meta_data' | 'raw_user_meta_data'> &
  Partial<Pick<UserRow, 'id' | 'aud' | 'role'>>;

export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow> {
  const [row] = await tx.rows<UserRow>(
    `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, confirmation_token, recovery_token, email_change, email_change_token_new,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '', '', '', $10, $10) returning *`,
    [
      NO_INSTANCE,
      user.id ?? randomUUID(),
      user.aud ?? AUDIENCE,
      user.role ?? AUDIENCE,
      user.email,
      user.phone,
      user.encrypted_password,
      JSON.stringify(user.raw_app_meta_data),
      JSON.stringify(user.raw_user_meta_data),
      tx.now,
    ],
  );
  return row!;
}

/** Updates the given columns and returns the new row. */
export async function updateUser(tx: Tx, id: string, changes: Partial<UserRow>): Promise<UserRow> {
  const entries = Object.entries({ ...changes, updated_at: tx.now });
  const columns = entries.map(([column], index) => `${column} = $${index + 2}`).join(', ');
  const values = entries.map(([column, value]) => (column.endsWith('_meta_data') ? JSON.stringify(value) : value));
  const [row] = await tx.rows<UserRow>(`update auth.users set ${columns} where id = $1 returning *`, [id, ...values]);
  return row!;
}

/** Returns metadata after a change: null removes a key, other values set it. */
export function mergeMetadata(current: Metadata | null, changes: Metadata): Metadata {
  const entries = new Map(Object.entries(current ?? {}));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
  }
  // `fromEntries` defines own properties, so a key `__proto__` stays data.
  return Object.fromEntries(entries);
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && now < user.banned_until;
}

/** Returns a user as the API shows it; unset times are omitted, missing email and phone are ''. */
export function userJson(user: UserRow, identities: IdentityRow[] | null, factors: FactorRow[] = []) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change || undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    reauthentication_sent_at: user.reauthentication_sent_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: factors.length > 0 ? factors.map(presentFactor) : undefined,
    identities: identities && identities.map(presentIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    deleted_at: user.deleted_at ?? undefined,
    is_anonymous: user.is_anonymous,
  };
}

export type UserJson = ReturnType<typeof userJson>;

export async function presentUser(tx: Tx, user: UserRow): Promise<UserJson> {
  return userJson(user, await listIdentities(tx, user.id), await listFactors(tx, user.id));
}
