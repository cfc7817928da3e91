import type { Context } from 'aws-lambda';
import { createArchivePacker } from '../jobs/archive-packer.ts';
import { NUDGE_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { nudging } from '../lib/nudge.ts';
import { reporting } from '../lib/report-error.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV, ...NUDGE_ENV]);

const pack = createArchivePacker(services);

/** Runs every minute, and with each message of its queue. */
export const handler = reporting((event: unknown, context: Context) => nudging(services, () => pack(event, context)));
