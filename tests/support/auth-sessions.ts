import { randomUUID } from 'node:crypto';
import type { Db } from './rows.ts';
import type { Person } from './tokens.ts';

/** Inserts a user with a confirmed email into the auth service's tables, unless the user exists. */
export async function insertUser(db: Db, { userId, email }: Person): Promise<void> {
  const known = `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at)
    values ($1, 'authenticated', 'authenticated', $2, now(), '{}', now()) on conflict do nothing`;
  await db.query(known, [userId, email || null]);
  // Test rows bypass all rules and may share an address: the first user gets it.
  await db.query(known, [userId, null]);
}

/**
 * Inserts an auth session.
 * @returns the session's id
 */
export async function insertSession(db: Db, person: Person): Promise<string> {
  await insertUser(db, person);
  const id = randomUUID();
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', 'Tests', '192.0.2.1')`,
    [id, person.userId],
  );
  return id;
}

/**
 * Inserts a second factor, verified by default.
 * @returns the factor's id
 */
export async function insertFactor(
  db: Db,
  { userId }: Person,
  status: 'verified' | 'unverified' = 'verified',
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, $3, 'totp', $4::auth.factor_status, now(), now())`,
    [id, userId, `phone ${id}`, status],
  );
  return id;
}
