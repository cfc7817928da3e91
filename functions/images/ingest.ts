import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { AppError } from '#core/domain/errors.ts';
import { mapConcurrently } from '#functions/lib/concurrently.ts';
import { readEnv } from '#functions/lib/env.ts';
import { connectDatabase } from '#functions/lib/db.ts';
import { describeError, log } from '#functions/lib/log.ts';
import { reportError } from '#functions/lib/report-error.ts';
import { publishMetrics } from '#functions/lib/metrics.ts';
import { bucketsFromEnv } from './buckets.ts';
import { createDecoder } from './decoder.ts';
import { parseOriginals } from './ingest-event.ts';
import { ingestPhoto } from './ingest-photo.ts';
import type { IngestDeps, Outcome } from './ingest-photo.ts';

/** Pictures at a time: one decoded while another travels. */
const CONCURRENCY = 2;

/** Nobody is looking: better to wait for a decoder than to send the message round again. */
const QUEUE_MS = 120_000;

/**
 * Takes in the originals that a batch of queued S3 notifications tells of. Messages that failed for a passing reason
 * are named in the answer and come again; the others are done.
 */
export function createIngest(deps: IngestDeps) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const failed: SQSBatchResponse['batchItemFailures'] = [];
    const outcomes: Outcome[] = [];
    await mapConcurrently(CONCURRENCY, event.Records, async ({ body, messageId }) => {
      try {
        for (const ref of parseOriginals(body)) outcomes.push(await ingestPhoto(deps, ref));
      } catch (error) {
        log('error', 'ingest_failed', { messageId, ...describeError(error) });
        if (!(error instanceof AppError)) await reportError(error, { requestId: messageId });
        failed.push({ itemIdentifier: messageId });
      }
    });
    publishOutcomes(outcomes, (deps.clock ?? Date.now)());
    return { batchItemFailures: failed };
  };
}

/** What passes and comes again is not counted: the queue's own figures tell of it. */
function publishOutcomes(outcomes: readonly Outcome[], now: number): void {
  const countOf = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [ingested, failed] = [countOf('ingested'), countOf('failed')];
  if (ingested + failed === 0) return;
  publishMetrics('ingest', now, {
    PhotosIngested: { value: ingested, unit: 'Count' },
    PhotosFailed: { value: failed, unit: 'Count' },
  });
}

/** The function on what the environment names. */
export function ingestFromEnv(): ReturnType<typeof createIngest> {
  return createIngest({
    ...bucketsFromEnv(),
    db: connectDatabase(readEnv(['DATABASE_URL']).DATABASE_URL, CONCURRENCY + 1),
    decoder: createDecoder({ size: CONCURRENCY, queueMs: QUEUE_MS }),
  });
}
