import { emptyTrash } from '../jobs/empty-trash.ts';
import { cleanUpStyles } from '../photos/rerender-job.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every hour. */
export const { env, handler } = jobFunction(
  async (services) => ({ ...(await emptyTrash(services)), ...(await cleanUpStyles(services)) }),
  [...OUTBOX_TRIGGER_ENV],
);
