import { ONE_GROUP, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { tokenVerifier, type VerifyToken } from './auth/access-token.ts';
import type { RotatingSecret } from './auth/secrets.ts';
import { outboxTriggerFromEnv, packerTriggerFromEnv, type Trigger } from './aws/queues.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { readEnv } from './env.ts';
import type { Storage } from './storage/storage.ts';
import type { CardPayments } from './stripe.ts';

/**
 * Dependencies of handlers. Each is created on first use from the variables it needs, so a function that sends no mail
 * needs no mail server.
 */
export interface Services {
  readonly clock: Clock;
  readonly db: Database;
  readonly verifyToken: VerifyToken;
  readonly storage: Storage;
  /** The public origin, `https://…` without a trailing slash. */
  readonly appOrigin: string;
  readonly originSecret: RotatingSecret;
  readonly imageTokenKey: RotatingSecret;
  readonly zeroApiKey: RotatingSecret;
  /** Null in an installation without keys of Stripe. */
  readonly cards: CardPayments | null;
  /** The first month that studios pay for, `2027-04`; null where nothing is charged. */
  readonly billingFrom: string | null;
  /** Groups of studios, each with a zero-cache. */
  readonly syncGroups: readonly SyncGroup[];
  readonly triggerOutbox: Trigger;
  /** Wakes the archive packer after a request. */
  readonly triggerArchivePacker: Trigger;
}

/**
 * Creates the services from the environment.
 * @param storageFromEnv only from functions that use the storage, which then bundle the S3 client
 * @param cardsFromEnv only from functions that call Stripe, which then bundle its client
 */
export function servicesFromEnv(
  storageFromEnv: () => Storage = withoutStorage,
  cardsFromEnv: () => CardPayments | null = () => null,
  clock: Clock = Date.now,
): Services {
  const once = <T>(make: () => T) => {
    let cached: { value: T } | undefined;
    return () => (cached ??= { value: make() }).value;
  };
  const db = once(() => connectDatabase(readEnv(['DATABASE_URL']).DATABASE_URL));
  const verifyToken = once(() => tokenVerifier(readEnv(['SUPABASE_URL']).SUPABASE_URL, clock));
  const storage = once(storageFromEnv);
  const appOrigin = once(() => readEnv(['APP_ORIGIN']).APP_ORIGIN);
  const originSecret = once(() => readEnv(['ORIGIN_SECRET']).ORIGIN_SECRET);
  const imageTokenKey = once(() => readEnv(['IMAGE_TOKEN_KEY']).IMAGE_TOKEN_KEY);
  const zeroApiKey = once(() => readEnv(['ZERO_API_KEY']).ZERO_API_KEY);
  const cards = once(cardsFromEnv);
  const billingFrom = once(() => readEnv(['BILLING_FROM']).BILLING_FROM ?? null);
  const syncGroups = once(() => parseSyncGroups(readEnv(['SYNC_GROUPS']).SYNC_GROUPS ?? ONE_GROUP));
  const triggerOutbox = once(outboxTriggerFromEnv);
  const triggerPacker = once(packerTriggerFromEnv);
  return {
    clock,
    get db() {
      return db();
    },
    get verifyToken() {
      return verifyToken();
    },
    get storage() {
      return storage();
    },
    get appOrigin() {
      return appOrigin();
    },
    get originSecret() {
      return originSecret();
    },
    get imageTokenKey() {
      return imageTokenKey();
    },
    get zeroApiKey() {
      return zeroApiKey();
    },
    get cards() {
      return cards();
    },
    get billingFrom() {
      return billingFrom();
    },
    get syncGroups() {
      return syncGroups();
    },
    get triggerOutbox() {
      return triggerOutbox();
    },
    get triggerArchivePacker() {
      return triggerPacker();
    },
  };
}

/** The services of this process without storage, kept between calls of a warm function. */
export const services: Services = servicesFromEnv();

function withoutStorage(): never {
  throw new Error('This function has no storage');
}
