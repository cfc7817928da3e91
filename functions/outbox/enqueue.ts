import { markEffectDue } from '../platform/aws/effect-scope.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { currentTrace } from '../platform/observability/trace.ts';
import type { EffectKind, Effects } from './effects.ts';

export interface EffectOptions {
  /** Earliest start, epoch milliseconds. */
  runAfter?: number;
  /** Pending effects with the same key are merged. */
  dedupeKey?: string;
  /**
   * Minimum interval between runs of a repeated effect, in milliseconds: the first run is immediate, the next ones at
   * the end of each interval. 0: always immediate.
   */
  atMostEveryMs?: number;
}

/**
 * Writes an effect to the outbox. Call it in the transaction of its cause, so that both commit or neither. The database
 * function `enqueue_effects`, which triggers use too, merges it with an earlier effect of the same key.
 */
export async function enqueue<K extends EffectKind>(
  tx: Queryable,
  accountId: string | null,
  kind: K,
  payload: Effects[K],
  now: number,
  { dedupeKey, ...options }: EffectOptions = {},
): Promise<void> {
  await enqueueAll(tx, accountId, kind, [{ payload, dedupeKey }], now, options);
}

/** Like `enqueue`, for many effects of one kind in one statement. Their keys must be distinct. */
export async function enqueueAll<K extends EffectKind>(
  tx: Queryable,
  accountId: string | null,
  kind: K,
  effects: readonly { payload: Effects[K]; dedupeKey?: string | undefined }[],
  now: number,
  { runAfter = now, atMostEveryMs = 0 }: Omit<EffectOptions, 'dedupeKey'> = {},
): Promise<void> {
  if (effects.length === 0) return;
  const rows = await tx.query<{ dueAt: number }>(
    `select (extract(epoch from due) * 1000)::float8 as "dueAt"
     from public.enqueue_effects($1, $2, $3::text[]::jsonb[], $4::text[], $5, $6, $7 * interval '1 ms', $8) as due`,
    [
      accountId,
      kind,
      effects.map(({ payload }) => JSON.stringify(payload)),
      effects.map(({ dedupeKey }) => dedupeKey ?? null),
      timestamp(runAfter),
      timestamp(now),
      atMostEveryMs,
      currentTrace() ?? null,
    ],
  );
  for (const { dueAt } of rows) markEffectDue(dueAt);
}

/** Reschedules the effect under its id. A newer request wins and starts over. */
export async function continueEffect<P extends Effects[EffectKind]>(
  tx: Queryable,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
  payload: P,
  runAfter: number,
): Promise<void> {
  await tx.query(
    `update outbox set payload = $3, run_after = $4, attempts = 0
     where id = $1 and $2 = id || '-' || (extract(epoch from created_at) * 1000)::bigint`,
    [id, idempotencyKey, payload, timestamp(runAfter)],
  );
  markEffectDue(runAfter);
}
