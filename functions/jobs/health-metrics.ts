import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { MAX_ATTEMPTS } from '../outbox/effects.ts';
import { type Database, isConnectionLost, timestamp } from '../platform/db/database.ts';
import { type Metric, publishMetrics } from '../platform/observability/telemetry.ts';

/** Dependencies of the metrics. */
interface HealthMetricsDeps {
  readonly clock: Clock;
  readonly db: Database;
}

/** After this time the upload cleanup restarts ingest. */
const STUCK_MS = HOUR_MS;

/** Limits of docs/slo.md: `OutboxSlow` and `IngestSlow` are 1 in a minute in which something waits longer. */
const OUTBOX_SLOW_S = 5 * 60;
const INGEST_SLOW_MS = 10 * MINUTE_MS;
/** Fewer photos than these are faulty files, whose retries take more than an hour: see the alarm of `PhotosStuck`. */
const INGEST_SLOW_PHOTOS = 5;

/**
 * Publishes metrics that only the database knows, for alarms: replication, outbox, stuck photos and archives.
 * @returns which objectives of docs/slo.md the minute missed
 * @throws AppError `unavailable` if the database is unreachable, after publishing that
 */
export async function publishHealthMetrics({
  clock,
  db,
}: HealthMetricsDeps): Promise<Record<'outbox' | 'ingest', boolean>> {
  try {
    const metrics: HealthMetrics = {
      ...(await roundTrip(db)),
      ...(await replication(db)),
      ...(await outbox(db, clock())),
      ...(await photos(db, clock())),
      ...(await archives(db, clock())),
    };
    publishMetrics('vitals', clock(), { DatabaseUnreachable: count(0), ...metrics });
    return { outbox: metrics['OutboxSlow']!.value === 1, ingest: metrics['IngestSlow']!.value === 1 };
  } catch (error) {
    if (isConnectionLost(error)) publishMetrics('vitals', clock(), { DatabaseUnreachable: count(1) });
    throw error;
  }
}

type HealthMetrics = Record<string, Metric>;

const count = (value: number): Metric => ({ value, unit: 'Count' });

/** Measures the second statement, because the first one may include connecting. */
async function roundTrip(db: Database): Promise<HealthMetrics> {
  await db.query('select 1');
  const before = performance.now();
  await db.query('select 1');
  return { DatabaseRoundTrip: { value: Math.round(performance.now() - before), unit: 'Milliseconds' } };
}

/**
 * Replication slots of zero-cache. An inactive slot makes the server keep its WAL until the disk is full, or until
 * `max_slot_wal_keep_size` invalidates the slot (`unreserved`, then `lost`). Every role may read the view and the
 * current WAL position.
 */
async function replication(db: Database): Promise<HealthMetrics> {
  const [slots] = await db.query<{ slots: number; inactive: number; endangered: number; lag: number }>(
    `select count(*)::int as slots, count(*) filter (where not active)::int as inactive,
       count(*) filter (where wal_status in ('unreserved', 'lost'))::int as endangered,
       coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)), 0)::float8 as lag
     from pg_replication_slots where slot_type = 'logical' and database = current_database()`,
  );
  return {
    ReplicationSlots: count(slots!.slots),
    InactiveReplicationSlots: count(slots!.inactive),
    EndangeredReplicationSlots: count(slots!.endangered),
    ReplicationLagBytes: { value: Math.max(0, slots!.lag), unit: 'Bytes' },
  };
}

/**
 * The age of the oldest due effect shows whether the outbox runs; effects past their last attempt are counted as dead.
 */
async function outbox(db: Database, now: number): Promise<HealthMetrics> {
  const [effects] = await db.query<{ oldest: number; dead: number }>(
    `select coalesce(extract(epoch from $1 - min(run_after) filter (where run_after <= $1 and attempts < $2)), 0)::float8
         as oldest,
       count(*) filter (where attempts >= $2)::int as dead
     from outbox where done_at is null and (locked_until is null or locked_until <= $1)`,
    [timestamp(now), MAX_ATTEMPTS],
  );
  return {
    OutboxOldestDueSeconds: { value: Math.round(effects!.oldest), unit: 'Seconds' },
    OutboxSlow: count(Number(effects!.oldest > OUTBOX_SLOW_S)),
    OutboxDead: count(effects!.dead),
  };
}

async function photos(db: Database, now: number): Promise<HealthMetrics> {
  const [stuck] = await db.query<{ photos: number; slow: number }>(
    `select count(*) filter (where updated_at <= $1)::int as photos, count(*)::int as slow
     from photos where status = 'processing' and updated_at <= $2 and deleted_at is null`,
    [timestamp(now - STUCK_MS), timestamp(now - INGEST_SLOW_MS)],
  );
  return { PhotosStuck: count(stuck!.photos), IngestSlow: count(Number(stuck!.slow >= INGEST_SLOW_PHOTOS)) };
}

/** Counts failures of the last hour, so that the alarm clears itself. Failures that are nobody's fault are excluded. */
const RECENT_MS = HOUR_MS;

async function archives(db: Database, now: number): Promise<HealthMetrics> {
  const [row] = await db.query<{ oldest: number; failed: number }>(
    `select coalesce(extract(epoch from $1 - min(a.created_at) filter (where a.status = 'queued')), 0)::float8 as oldest,
       count(*) filter (where a.failure_reason = 'archive_failed' and a.updated_at > $2)::int as failed
     from archives a join galleries g on g.id = a.gallery_id
     where a.status in ('queued', 'failed') and g.deleted_at is null`,
    [timestamp(now), timestamp(now - RECENT_MS)],
  );
  return {
    ArchivesOldestWaitingSeconds: { value: Math.max(0, Math.round(row!.oldest)), unit: 'Seconds' },
    ArchivesFailed: count(row!.failed),
  };
}
