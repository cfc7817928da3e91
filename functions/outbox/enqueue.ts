import { makeId } from '#core/domain/values/ids.ts';
import { random } from '../platform/auth/secrets.ts';
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
 * Writes an effect to the outbox. Call it in the transaction of its cause, so that both commit or neither.
 * A pending effect with the same key is rescheduled instead of duplicated. A finished one becomes a new effect with a
 * new id: mails are named by it, and mailboxes drop a second mail of the same name. `created_at` is the time of the
 * latest request and unique per effect, so id and `created_at` form the idempotency key.
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
    // Insert in key order, so that concurrent calls with common keys cannot deadlock.
    `insert into outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at, trace)
     select e.id, $2::text, $3::text, e.payload::jsonb, e.dedupe_key, $6::timestamptz, $7::timestamptz, $9::text
     from unnest($1::text[], $4::text[], $5::text[]) as e (id, payload, dedupe_key) order by e.dedupe_key
     on conflict (dedupe_key) do update
       set id = case when o.done_at is null then o.id else excluded.id end,
           run_after = case
             when o.done_at is not null then greatest(excluded.run_after, o.done_at + $8 * interval '1 ms')
             -- The effect is running, and this request came too late for the run.
             when o.locked_until > excluded.created_at then excluded.run_after + $8 * interval '1 ms'
             else least(o.run_after, excluded.run_after + $8 * interval '1 ms') end,
           payload = excluded.payload, attempts = 0, done_at = null, last_error = null, trace = excluded.trace,
           created_at = greatest(excluded.created_at, o.created_at + interval '1 ms')
     returning (extract(epoch from run_after) * 1000)::float8 as "dueAt"`,
    [
      effects.map(() => makeId(random)),
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
