import { Zero } from '@rocicorp/zero';
import { groupSuffix, zeroAppOf, zeroSchemaOf } from '#core/domain/studio/sync-groups.ts';
import type { Ctx } from '#core/zero/context.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { CANARY, canaryToken } from '../platform/auth/canary.ts';
import { type Database, timestamp } from '../platform/db/database.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';
import type { Services } from '../platform/services.ts';
import { readGroups } from '../platform/sync-groups.ts';

type CanaryServices = Pick<Services, 'clock' | 'db' | 'appOrigin' | 'syncGroups' | 'zeroApiKey'>;

/** Longest wait for each of the two steps, in milliseconds; a measurement that fails counts as this. */
export const PATIENCE_MS = 10_000;
/** Limit of docs/slo.md, in milliseconds. */
const SLOW_MS = 2_000;

/**
 * Renames the canary's client through the endpoint of mutations, and waits for the new name in a window with an open
 * socket. Publishes `SyncLatency` in milliseconds, `SyncSlow` (1 above the limit) and `SyncFailed` (1 if the name did not
 * arrive). Does nothing in an installation without a studio, which may be about to be restored into. Never throws: other
 * metrics do not depend on it.
 * @returns true if it was slow or failed, null if nothing was measured
 */
export async function measureSync(services: CanaryServices, patienceMs = PATIENCE_MS): Promise<boolean | null> {
  const { clock, db } = services;
  const publish = (latency: number, failed: 0 | 1): boolean => {
    const isSlow = latency > SLOW_MS;
    publishMetrics('vitals', clock(), {
      SyncLatency: { value: Math.round(latency), unit: 'Milliseconds' },
      SyncFailed: { value: failed, unit: 'Count' },
      SyncSlow: { value: Number(isSlow), unit: 'Count' },
    });
    return isSlow;
  };
  try {
    const [used] = await db.query('select from account_members limit 1');
    if (!used) return null;
    await insertCanary(db, clock());
    const [group] = await readGroups(services, CANARY.accountId);
    return publish(await renameAndWait(services, group!, patienceMs), 0);
  } catch (error) {
    log('warn', 'sync_canary_failed', describeError(error));
    return publish(PATIENCE_MS, 1);
  }
}

async function insertCanary(db: Database, now: number): Promise<void> {
  const { accountId, userId, customerId } = CANARY;
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into accounts (id, author_id, name, slug) values ($1, $2, 'Sync canary', 'sync-' || $1)
       on conflict (id) do nothing`,
      [accountId, userId],
    );
    await tx.query(
      `insert into customers (id, account_id, author_id, name, created_at, updated_at)
       values ($1, $2, $3, 'Canary', $4, $4) on conflict (id) do nothing`,
      [customerId, accountId, userId, timestamp(now)],
    );
  });
}

/**
 * Returns the milliseconds from the request to the second window.
 * @param group that serves the canary
 * @throws Error naming the step that took too long
 */
async function renameAndWait(services: CanaryServices, group: number, patienceMs: number): Promise<number> {
  const { appOrigin, clock, zeroApiKey } = services;
  const { accountId, userId, customerId } = CANARY;
  const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
  const token = canaryToken(zeroApiKey, clock());
  const zero = new Zero({
    schema,
    cacheURL: `${appOrigin}/zero${groupSuffix(group)}`,
    auth: token,
    userID: userId,
    storageKey: accountId,
    // The type that Zero expects for the whole product (core/zero/schema.ts).
    context: { userId, accountId, role: 'owner' } as Ctx | undefined,
    queryHeaders: headers,
    kvStore: 'mem',
    logSink: { log() {} },
  });
  const view = zero.materialize(queries.customers.byId({ id: customerId }));
  try {
    const seen = { name: '', isSynced: false };
    let check = () => {};
    view.addListener((row, type) => {
      seen.name = (row as { name: string } | undefined)?.name ?? '';
      seen.isSynced = type === 'complete';
      check();
    });
    /** Waits until the window shows it, at most `patienceMs`. */
    const until = async (step: string, holds: () => boolean) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(new SlowSyncError(step)), patienceMs);
      check = () => void (holds() && resolve());
      check();
      await promise.finally(() => clearTimeout(timer));
    };
    await until('first sync', () => seen.isSynced && seen.name !== '');
    const renamedAt = clock();
    const began = performance.now();
    const isShown = until('change in the second window', () => renamedAtOf(seen.name) >= renamedAt);
    await Promise.all([rename(services, group, token, nameOf(renamedAt)), isShown]);
    return performance.now() - began;
  } finally {
    view.destroy();
    await zero.close();
  }
}

/** The name contains its time, because a concurrent run may have renamed the client again. */
const nameOf = (at: number) => `Canary ${at}`;
const renamedAtOf = (name: string) => Number(/^Canary (\d+)$/.exec(name)?.[1] ?? 0);

/** Named, since the log has no messages of errors. */
class SlowSyncError extends Error {
  readonly code: string;
  override readonly name = 'SlowSyncError';

  constructor(step: string) {
    super(`no ${step}`);
    this.code = step.replaceAll(' ', '_');
  }
}

/** zero-cache's tables of mutations; their number follows from the last one. */
const lastOf = (group: number) =>
  `select "lastMutationID"::int as last from ${zeroSchemaOf(group)}.clients where "clientGroupID" = $1 and "clientID" = $1`;
const CLIENT = 'canary';

/** Sends the mutation as zero-cache does. @throws Error if it was refused */
async function rename(
  { db, clock, appOrigin, zeroApiKey }: CanaryServices,
  group: number,
  token: string,
  name: string,
): Promise<void> {
  const [row] = await db.query<{ last: number }>(lastOf(group), [CLIENT]);
  const now = clock();
  const args = [{ id: CANARY.customerId, changes: { name }, now }];
  const mutation = { type: 'custom', id: (row?.last ?? 0) + 1, clientID: CLIENT, name: 'customers.update', args };
  const response = await fetch(`${appOrigin}/api/zero/mutate?schema=${zeroSchemaOf(group)}&appID=${zeroAppOf(group)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-account-id': CANARY.accountId,
      'x-channel': 'backoffice',
      'x-api-key': zeroApiKey.split(' ')[0]!,
    },
    body: JSON.stringify({
      clientGroupID: CLIENT,
      mutations: [{ ...mutation, timestamp: now }],
      pushVersion: 1,
      timestamp: now,
      requestID: `${CLIENT}-${now}`,
    }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  if (!response.ok || /"error"|PushFailed/.test(text)) {
    throw Object.assign(new Error('the mutation was refused'), { code: `status_${response.status}` });
  }
}
