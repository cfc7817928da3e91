import { type Queryable, timestamp } from '../lib/db.ts';
import { describeError, log } from '../lib/log.ts';
import type { EffectKind, Effects } from '../lib/outbox.ts';
import { EFFECTS } from './effects.ts';
import { type JobServices, jobServicesFromEnv } from './services.ts';

/** Effects taken at a time; they are carried out side by side. */
const BATCH = 10;
/** How long an effect belongs to the job that took it; after that another one may take it, in milliseconds. */
const LEASE_MS = 2 * 60 * 1000;
/** Before the first repetition; doubles with each, up to an hour. */
const BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 60 * 60 * 1000;
/** After this many attempts (about five hours) an effect rests, for a person to look at. */
export const MAX_ATTEMPTS = 12;
/** One run ends after this many batches, well within a function's time. */
const MAX_BATCHES = 50;

interface OutboxRow {
  id: string;
  kind: EffectKind;
  payload: Effects[EffectKind];
  attempts: number;
}

/** Carries out all effects that are due; answers how many succeeded and failed. */
export async function runOutbox(jobs: JobServices): Promise<{ done: number; failed: number }> {
  let done = 0;
  let failed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await claim(jobs.db, jobs.clock());
    if (rows.length === 0) break;
    const results = await Promise.all(rows.map((row) => carryOut(jobs, row)));
    done += results.filter(Boolean).length;
    failed += results.filter((ok) => !ok).length;
  }
  return { done, failed };
}

/** Two jobs never take the same effect: rows that one has locked are skipped by the other, and then leased. */
async function claim(db: Queryable, now: number): Promise<OutboxRow[]> {
  return db.query<OutboxRow>(
    `update outbox set locked_until = $2, attempts = attempts + 1
     where id in (
       select id from outbox
       where done_at is null and run_after <= $1 and attempts < $3 and (locked_until is null or locked_until <= $1)
       order by run_after, id limit $4 for update skip locked)
     returning id, kind, payload, attempts`,
    [timestamp(now), timestamp(now + LEASE_MS), MAX_ATTEMPTS, BATCH],
  );
}

async function carryOut(jobs: JobServices, row: OutboxRow): Promise<boolean> {
  const { id, kind, payload, attempts } = row;
  try {
    const effect = EFFECTS[kind] as
      | ((run: { id: string; payload: unknown; jobs: JobServices }) => Promise<void>)
      | undefined;
    if (!effect) throw new Error(`Unknown effect ${kind}`);
    await effect({ id, payload, jobs });
  } catch (error) {
    const dead = attempts >= MAX_ATTEMPTS;
    log('error', dead ? 'effect_dead' : 'effect_failed', { id, kind, attempts, ...describeError(error) });
    const wait = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** (attempts - 1));
    await jobs.db.query(
      `update outbox set locked_until = null, run_after = $2, last_error = $3
       where id = $1 and done_at is null and attempts = $4`,
      [id, timestamp(jobs.clock() + wait), nameOf(error), attempts],
    );
    return false;
  }
  // Wanted again while it ran, it stays due: its attempts then count from the beginning.
  await jobs.db.query(
    `update outbox set locked_until = null, last_error = null,
       done_at = case when attempts = $3 then $2::timestamptz end
     where id = $1`,
    [id, timestamp(jobs.clock()), attempts],
  );
  return true;
}

/** Messages of drivers hold values; what kind of failure it was is enough for a table. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    [name, code]
      .filter((part) => typeof part === 'string')
      .join(' ')
      .slice(0, 200) || 'unknown'
  );
}

const jobs = jobServicesFromEnv();

/** The scheduled function: every minute, and as often as one likes. */
export async function handler(): Promise<{ done: number; failed: number }> {
  return runOutbox(jobs);
}
