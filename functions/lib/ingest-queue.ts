import { AwsClient } from 'aws4fetch';
import { AppError } from '#core/domain/errors.ts';
import { type AwsKeys, awsKeysFromEnv } from './aws-keys.ts';
import { mapConcurrently } from './concurrently.ts';
import { readEnv } from './env.ts';
import { fetchSigned } from './fetch-signed.ts';

/*
 * The queue in which the bucket tells of originals. What is to be read once more is told of there too, in the same
 * words: an object that is written onto itself for that would be kept twice for as long as deleted ones are.
 */

/** Has stored originals read once more. Throws AppError `unavailable` unless all of them are in the queue. */
export type RequestIngest = (keys: readonly string[]) => Promise<void>;

/** SQS's limit for `SendMessageBatch`. */
const BATCH_SIZE = 10;
const CONCURRENCY = 4;
/** Milliseconds. */
const INGEST_TIMEOUT_MS = 5_000;

/**
 * Tells by SQS: one message an original, so that each has its own repetitions
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html).
 */
export function ingestQueue(queueUrl: string, keys: AwsKeys): RequestIngest {
  const client = new AwsClient({ ...keys, service: 'sqs', retries: 0 });
  const { origin } = new URL(queueUrl);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessageBatch' };

  async function send(batch: readonly string[]): Promise<void> {
    const Entries = batch.map((key, index) => ({ Id: String(index), MessageBody: toNotification(key) }));
    const body = JSON.stringify({ QueueUrl: queueUrl, Entries });
    const signal = AbortSignal.timeout(INGEST_TIMEOUT_MS);
    const response = await fetchSigned(client, `${origin}/`, { method: 'POST', headers, body, signal });
    const answer = await response.text();
    if (!response.ok) throw new AppError('unavailable', { retryAfter: 2 });
    // Some of a batch may be refused.
    const { Failed = [] } = JSON.parse(answer) as { Failed?: unknown[] };
    if (Failed.length > 0) throw new AppError('unavailable', { retryAfter: 2 });
  }

  return async (originals) => {
    const batches = Array.from({ length: Math.ceil(originals.length / BATCH_SIZE) }, (_, index) =>
      originals.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    );
    await mapConcurrently(CONCURRENCY, batches, send);
  };
}

/** As S3 would tell of it: its keys come form-encoded. */
function toNotification(key: string): string {
  const encoded = key.split('/').map(encodeURIComponent).join('/');
  return JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Again', s3: { object: { key: encoded } } }] });
}

export function ingestQueueFromEnv(): RequestIngest {
  return ingestQueue(readEnv(['INGEST_QUEUE_URL']).INGEST_QUEUE_URL, awsKeysFromEnv());
}
