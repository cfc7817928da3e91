import { sendReminders } from '../jobs/reminders.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Runs every ten minutes. */
export const { env, handler } = jobFunction(sendReminders, [...OUTBOX_TRIGGER_ENV]);
