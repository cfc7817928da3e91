import { randomBytes, scryptSync } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * Replaces the stored hash of a gallery's PIN or password by one of the same secret that is quick to check: the product
 * checks a hash at the cost that it was stored with.
 */
export async function weakenHash(
  pool: Pool,
  [table, column]: ['gallery_pins', 'pin_hash'] | ['gallery_secrets', 'password_hash'],
  galleryId: string,
  secret: string,
): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync(secret, salt, 32, { N: 2, r: 1, p: 1 });
  const hash = ['scrypt', 1, 1, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
  await pool.query(`update ${table} set ${column} = $2 where gallery_id = $1`, [galleryId, hash]);
}
