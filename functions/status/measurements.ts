import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Objectives of docs/slo.md that the job `vitals` measures each minute; those of requests, only the CDN knows. */
export const MEASURED = ['sync', 'outbox', 'ingest'] as const;
export type Measured = (typeof MEASURED)[number];

/** After this time a measurement says nothing about the present. */
const VALID_MS = 5 * MINUTE_MS;

export interface Measurement {
  /** Epoch milliseconds. */
  at: number;
  /** When the first of the bad minutes without a gap was; null after a good one. */
  badSince: number | null;
}

const cursor = (what: Measured) => `measured ${what}`;

/** Stores for the status page what a minute was like. */
export async function recordMeasurement(db: Queryable, what: Measured, isBad: boolean, now: number): Promise<void> {
  const before = isBad ? (await readMeasurements(db, now))[what] : undefined;
  const measurement: Measurement = { at: now, badSince: isBad ? (before?.badSince ?? now) : null };
  await db.query(
    `insert into job_cursors (name, position) values ($1, $2)
     on conflict (name) do update set position = excluded.position`,
    [cursor(what), JSON.stringify(measurement)],
  );
}

/** Returns the latest measurements; those older than five minutes are left out. */
export async function readMeasurements(db: Queryable, now: number): Promise<Partial<Record<Measured, Measurement>>> {
  const rows = await db.query<{ name: string; position: string }>(
    'select name, position from job_cursors where name = any ($1)',
    [MEASURED.map(cursor)],
  );
  const found: Partial<Record<Measured, Measurement>> = {};
  for (const what of MEASURED) {
    const row = rows.find(({ name }) => name === cursor(what));
    const measurement = row && (JSON.parse(row.position) as Measurement);
    if (measurement && now - measurement.at <= VALID_MS) found[what] = measurement;
  }
  return found;
}
