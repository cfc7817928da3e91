import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token';

type OneTimeTokenRow = { user_id: string; token_type: TokenType; relates_to: string };

/** Prefix of tokens whose link ends in a code for a PKCE client instead of tokens. */
export const PKCE_PREFIX = 'pkce_';

/** Returns six digits. */
export function newCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** Returns the hash that is stored and put into links: it binds the code to its email. */
export function hashCode(address: string, code: string): string {
  return createHash('sha224').update(`${address}${code}`).digest('hex');
}

/** True if a typed code's hash is the stored one, with or without the PKCE prefix. */
export function isStoredHash(hash: string, stored: string): boolean {
  return stored !== '' && (stored === hash || stored === `${PKCE_PREFIX}${hash}`);
}

/** Stores a token and replaces the user's earlier one of the same type. */
export async function storeToken(
  tx: Tx,
  userId: string,
  type: TokenType,
  hash: string,
  relatesTo: string,
): Promise<void> {
  await tx.rows(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = excluded.updated_at`,
    [randomUUID(), userId, type, hash, relatesTo.toLowerCase(), tx.now],
  );
}

/** Returns and locks the token with exactly this hash, so that it is used once. */
export async function findToken(tx: Tx, hash: string, types: TokenType[]): Promise<OneTimeTokenRow | null> {
  const [token] = await tx.rows<OneTimeTokenRow>(
    `select user_id, token_type, relates_to from auth.one_time_tokens
      where token_hash = $1 and token_type = any($2::auth.one_time_token_type[]) limit 1 for update`,
    [hash, types],
  );
  return token ?? null;
}

export async function clearTokens(tx: Tx, userId: string, type?: TokenType): Promise<void> {
  await tx.rows(
    `delete from auth.one_time_tokens
      where user_id = $1 and ($2::auth.one_time_token_type is null or token_type = $2)`,
    [userId, type ?? null],
  );
}
