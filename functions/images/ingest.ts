import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { AppError } from '#core/domain/errors.ts';
import { galleryId, rowId } from '#core/domain/ids.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { readEnv } from '../platform/env.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';
import type { OriginalRef } from './claim-photo.ts';
import { createDecoder } from './decoder.ts';
import { type IngestDeps, ingestPhoto, type Outcome } from './ingest-photo.ts';
import { bucketsFromEnv } from './s3-objects.ts';

/** What is read of S3's notification; `s3:TestEvent`, sent once when a bucket is connected, has no records. */
const notification = z.object({
  Records: z
    .array(z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }))
    .default([]),
});

/**
 * The originals that one queued notification tells of. Objects under other keys are nobody's and are left out.
 * Throws for a body that is no notification.
 */
export function parseOriginals(body: string): OriginalRef[] {
  const { Records } = notification.parse(JSON.parse(body));
  return Records.filter((record) => /^(s3:)?ObjectCreated:/.test(record.eventName)).flatMap((record) => {
    const ref = parseOriginalRef(decodeKey(record.s3.object.key));
    return ref ? [ref] : [];
  });
}

/** Keys come form-encoded. */
function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}

function parseOriginalRef(key: string): OriginalRef | null {
  const [gallery, photo, original, ...more] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rowId.safeParse(photo).success) return null;
  return gallery && photo && original && more.length === 0 ? { galleryId: gallery, photoId: photo, key } : null;
}

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
