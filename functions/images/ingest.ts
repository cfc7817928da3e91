import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { z } from 'zod';
import { AppError } from '#core/domain/values/errors.ts';
import { galleryId, rowId } from '#core/domain/values/ids.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { readEnv } from '../platform/env.ts';
import { reportError } from '../platform/observability/report-error.ts';
import { describeError, log, publishMetrics } from '../platform/observability/telemetry.ts';
import type { OriginalRef } from './claim-photo.ts';
import { createDecoder } from './decoder/decoder.ts';
import { type IngestDeps, ingestPhoto, type Outcome } from './ingest-photo.ts';
import { bucketsFromEnv } from './s3-objects.ts';

/** The used fields of an S3 notification; `s3:TestEvent`, sent once when a bucket is connected, has no records. */
const notification = z.object({
  Records: z
    .array(z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }))
    .default([]),
});

/**
 * Returns the originals of one queued notification; ignores objects under other keys.
 * @throws Error for a body that is no notification
 */
export function parseOriginals(body: string): OriginalRef[] {
  const { Records } = notification.parse(JSON.parse(body));
  return Records.filter((record) => /^(s3:)?ObjectCreated:/.test(record.eventName)).flatMap((record) => {
    const ref = parseOriginalRef(decodeKey(record.s3.object.key));
    return ref ? [ref] : [];
  });
}

/** Decodes a form-encoded key. */
function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}

function parseOriginalRef(key: string): OriginalRef | null {
  const [gallery, photo, original, ...more] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rowId.safeParse(photo).success) return null;
  return gallery && photo && original && more.length === 0 ? { galleryId: gallery, photoId: photo, key } : null;
}

/** Images at a time: one decodes while the other transfers. */
const CONCURRENCY = 2;

/** Wait long for a decoder, in milliseconds: no user waits for this job, and a retry costs more. */
const QUEUE_MS = 120_000;

/** Processes a batch of queued S3 notifications. Messages with temporary failures are returned for a retry. */
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

/** Retried messages are not counted; the queue's own metrics show them. */
function publishOutcomes(outcomes: readonly Outcome[], now: number): void {
  const countOf = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [ingested, failed] = [countOf('ingested'), countOf('failed')];
  if (ingested + failed === 0) return;
  publishMetrics('ingest', now, {
    PhotosIngested: { value: ingested, unit: 'Count' },
    PhotosFailed: { value: failed, unit: 'Count' },
  });
}

/** Creates the function from the environment. */
export function ingestFromEnv(): ReturnType<typeof createIngest> {
  return createIngest({
    ...bucketsFromEnv(),
    db: connectDatabase(readEnv(['DATABASE_URL']).DATABASE_URL, CONCURRENCY + 1),
    decoder: createDecoder({ size: CONCURRENCY, queueMs: QUEUE_MS }),
  });
}
