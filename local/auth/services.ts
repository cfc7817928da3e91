import type { Pool } from 'pg';
import { transaction, type Tx } from './database.ts';
import type { SigningKeys } from './keys.ts';
import type { Mailer } from './mails.ts';
import type { RateLimiter } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';

/** What every route is given. */
export type AuthServices = {
  settings: AuthSettings;
  pool: Pool;
  keys: SigningKeys;
  mailer: Mailer;
  limiter: RateLimiter;
};

/** A transaction at the clock's present instant. */
export function inTransaction<T>(services: AuthServices, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(services.pool, services.settings.now(), work);
}
