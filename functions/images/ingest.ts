import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readEnv } from '#functions/lib/env.ts';
import { connectDatabase } from '#functions/lib/db.ts';
import { describeError, log } from '#functions/lib/log.ts';
import { createDecoder } from './decoder.ts';
import { originalsIn } from './ingest-event.ts';
import { ingestPhoto } from './ingest-photo.ts';
import type { IngestDeps } from './ingest-photo.ts';
import { createObjects } from './objects.ts';

/** Pictures at a time: one decoded while another travels. */
const LANES = 2;

/** Nobody is looking: better to wait for a decoder than to send the message round again. */
const QUEUE_MS = 120_000;

/**
 * Takes in the originals that a batch of queued S3 notifications tells of. Messages that failed for a passing reason
 * are named in the answer and come again; the others are done.
 */
export function createIngest(deps: IngestDeps) {
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const waiting = [...event.Records];
    const failed: SQSBatchResponse['batchItemFailures'] = [];
    const lane = async () => {
      for (let message = waiting.shift(); message; message = waiting.shift()) {
        const { body, messageId } = message;
        try {
          for (const ref of originalsIn(body)) await ingestPhoto(deps, ref);
        } catch (error) {
          log('error', 'ingest_failed', { messageId, ...describeError(error) });
          failed.push({ itemIdentifier: messageId });
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return { batchItemFailures: failed };
  };
}

let wired: ReturnType<typeof createIngest> | undefined;

/** The Lambda handler. */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  wired ??= wire();
  return wired(event);
}

function wire(): ReturnType<typeof createIngest> {
  const env = readEnv([
    'DATABASE_URL',
    'AWS_REGION',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'S3_ENDPOINT',
    'ORIGINALS_BUCKET',
    'RENDITIONS_BUCKET',
  ]);
  const account = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
    endpoint: env.S3_ENDPOINT,
  };
  return createIngest({
    originals: createObjects({ ...account, bucket: env.ORIGINALS_BUCKET }),
    renditions: createObjects({ ...account, bucket: env.RENDITIONS_BUCKET }),
    db: connectDatabase(env.DATABASE_URL, LANES + 1),
    decoder: createDecoder({ size: LANES, queueMs: QUEUE_MS }),
  });
}
