import { sendReminders } from '../jobs/reminders.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { withOutboxTrigger } from '../lib/nudge.ts';
import { withErrorReport } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...OUTBOX_TRIGGER_ENV]);

/** Runs every ten minutes. */
export const handler = withErrorReport(() => withOutboxTrigger(services, () => sendReminders(services)));
