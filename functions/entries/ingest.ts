import type { SQSEvent } from 'aws-lambda';
import { ingestFromEnv } from '../images/ingest.ts';
import { outboxTriggerFromEnv, withOutboxTrigger } from '../platform/aws/queues.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv, STORAGE_ENV } from '../platform/env.ts';

/** Every variable that this function may read. */
export const env = requireEnv([...REPORT_ENV, 'DATABASE_URL', ...STORAGE_ENV, ...OUTBOX_TRIGGER_ENV]);

const ingest = ingestFromEnv();
const outbox = { clock: Date.now, triggerOutbox: outboxTriggerFromEnv() };

/** Ingests the originals in the bucket's event notifications. */
export const handler = (event: SQSEvent) => withOutboxTrigger(outbox, () => ingest(event));
