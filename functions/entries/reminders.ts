import { remind } from '../jobs/reminders.ts';
import { NUDGE_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { nudging } from '../lib/nudge.ts';
import { reporting } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...NUDGE_ENV]);

/** Runs every ten minutes. */
export const handler = reporting(() => nudging(services, () => remind(services)));
