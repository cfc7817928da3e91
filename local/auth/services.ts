import type { Pool } from 'pg';
import { transaction, type Tx } from './database.ts';
import { AuthError } from './errors.ts';
import type { SigningKeys } from './keys.ts';
import type { Mailer } from './mails.ts';
import type { SocialProviders } from './providers/providers.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';

/** Dependencies of every route. */
export type AuthServices = {
  settings: AuthSettings;
  pool: Pool;
  keys: SigningKeys;
  mailer: Mailer;
  limiter: RateLimiter;
  providers: SocialProviders;
};

/**
 * Runs a transaction at the clock's current time. An error rolls it back; a refusal that `work` returns is thrown after
 * the commit.
 */
export async function inTransaction<T>(services: AuthServices, work: (tx: Tx) => Promise<T | AuthError>): Promise<T> {
  const outcome = await transaction(services.pool, services.settings.now(), work);
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}
