import type { Endpoints, Group } from '#core/api/endpoints.ts';
import { type EnvName, REPORT_ENV, requireEnv } from '../env.ts';
import { servicesFromEnv } from '../services.ts';
import type { Storage } from '../storage/storage.ts';
import type { CardPayments } from '../stripe.ts';
import type { Handlers } from './handler.ts';
import { createGroup, type HandlerTable } from './router.ts';

/**
 * Returns what the entry of an API function exports: the variables it may read, and the function itself.
 * @param handlers every endpoint of the group by name, and nothing else; anything missing does not compile
 * @param uses variables beyond those of every API function
 * @param storageFromEnv only if its handlers use the storage
 * @param cardsFromEnv only if its handlers call Stripe
 */
export function apiFunction<G extends Group>(
  handlers: Handlers<Endpoints>[G] & HandlerTable,
  uses: readonly EnvName[],
  storageFromEnv?: () => Storage,
  cardsFromEnv?: () => CardPayments | null,
) {
  return {
    env: requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', ...uses]),
    handler: createGroup(handlers, servicesFromEnv(storageFromEnv, cardsFromEnv)),
  };
}
