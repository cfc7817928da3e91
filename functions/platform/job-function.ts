import type { Context } from 'aws-lambda';
import { withOutboxTrigger } from './aws/queues.ts';
import { type EnvName, REPORT_ENV, requireEnv } from './env.ts';
import { withErrorReport } from './observability/report-error.ts';
import { type Services, servicesFromEnv } from './services.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Returns what the entry of a job exports: the variables it may read, and the function, which reports errors and
 * triggers the outbox for effects that it enqueued.
 * @param uses variables beyond those of every job
 * @param storageFromEnv only if the job uses the storage of its services
 */
export function jobFunction<Result>(
  run: (services: Services, event: unknown, context: Context) => Promise<Result>,
  uses: readonly EnvName[],
  storageFromEnv?: () => Storage,
) {
  const services = servicesFromEnv(storageFromEnv);
  return {
    env: requireEnv([...REPORT_ENV, 'DATABASE_URL', ...uses]),
    handler: withErrorReport((event: unknown, context: Context) =>
      withOutboxTrigger(services, () => run(services, event, context)),
    ),
  };
}
