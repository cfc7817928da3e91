import { sweepLooks } from '../jobs/looks-sweep.ts';
import { emptyTrash } from '../jobs/trash.ts';
import { NUDGE_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { nudging } from '../lib/nudge.ts';
import { reporting } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...NUDGE_ENV]);

/** Runs every hour. */
export const handler = reporting(() =>
  nudging(services, async () => ({ ...(await emptyTrash(services)), ...(await sweepLooks(services)) })),
);
