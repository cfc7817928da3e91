import { receiveFeedback } from '../jobs/mail-feedback.ts';
import { OUTBOX_TRIGGER_ENV } from '../platform/env.ts';
import { jobFunction } from '../platform/job-function.ts';

/** Receives what became of mails: bounces and complaints. */
export const { env, handler } = jobFunction(receiveFeedback, OUTBOX_TRIGGER_ENV);
