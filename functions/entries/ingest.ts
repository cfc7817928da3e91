import type { SQSEvent } from 'aws-lambda';
import { ingestFromEnv } from '../images/ingest.ts';
import { NUDGE_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../lib/env.ts';
import { nudgeFromEnv, nudging } from '../lib/nudge.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV, ...NUDGE_ENV]);

const ingest = ingestFromEnv();
const outbox = { clock: Date.now, nudge: nudgeFromEnv() };

/** Takes in the originals that the bucket's events tell of. */
export const handler = (event: SQSEvent) => nudging(outbox, () => ingest(event));
