import type { Services } from '../platform/services.ts';
import { recordMeasurement } from '../status/measurements.ts';
import { publishHealthMetrics } from './health-metrics.ts';
import { measureSync } from './sync-canary.ts';

/** The job `vitals`: publishes what alarms are about, and keeps for the status page what the minute was like. */
export async function measureService(
  services: Pick<Services, 'clock' | 'db' | 'appOrigin' | 'syncGroups' | 'zeroApiKey'>,
): Promise<void> {
  const { db, clock } = services;
  const { outbox, ingest } = await publishHealthMetrics(services);
  await recordMeasurement(db, 'outbox', outbox, clock());
  await recordMeasurement(db, 'ingest', ingest, clock());
  const isSlow = await measureSync(services);
  if (isSlow !== null) await recordMeasurement(db, 'sync', isSlow, clock());
}
