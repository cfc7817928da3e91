import { makeId } from '#core/domain/ids.ts';
import { random } from '../platform/auth/secrets.ts';
import { markEffectDue } from '../platform/aws/queues.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { EffectKind, Effects } from './effects.ts';

export interface EffectOptions {
  /** Epoch milliseconds; not before. */
  runAfter?: number;
  /** The same effect wanted twice while it waits is one effect. */
  dedupeKey?: string;
  /**
   * Wanted again and again, it is carried out once in so many milliseconds: the first time at once, and then at the
   * end of each such while. 0: at once, whenever it was last.
   */
  atMostEveryMs?: number;
}

/**
 * Writes an effect into the outbox: call it in the transaction that wants it, so that both happen or neither.
 * An effect that waits under the same key is asked to look again rather than doubled. One that was done is another
 * effect now, and gets another id: mails are named by it, and mailboxes drop a second one of the same name.
 * `created_at` is of the latest wish, and no two wishes for one effect have the same: the id and it name a wish.
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

/** As `enqueue`, for many of one kind as one statement. No two of them have the same key. */
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
    // In the order of their keys like everywhere, so that nobody who wants some of the same waits in a circle.
    `insert into outbox as o (id, account_id, kind, payload, dedupe_key, run_after, created_at)
     select e.id, $2::text, $3::text, e.payload::jsonb, e.dedupe_key, $6::timestamptz, $7::timestamptz
     from unnest($1::text[], $4::text[], $5::text[]) as e (id, payload, dedupe_key) order by e.dedupe_key
     on conflict (dedupe_key) do update
       set id = case when o.done_at is null then o.id else excluded.id end,
           run_after = case
             when o.done_at is not null then greatest(excluded.run_after, o.done_at + $8 * interval '1 ms')
             -- It is being carried out, and this wish came too late for that time.
             when o.locked_until > excluded.created_at then excluded.run_after + $8 * interval '1 ms'
             else least(o.run_after, excluded.run_after + $8 * interval '1 ms') end,
           payload = excluded.payload, attempts = 0, done_at = null, last_error = null,
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
    ],
  );
  for (const { dueAt } of rows) markEffectDue(dueAt);
}

/**
 * An effect that goes on later is one and the same, so that it is wanted again without being doubled. If it was wanted
 * again while it ran, that wish stands, and begins at its beginning.
 */
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
