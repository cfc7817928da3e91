import { AwsClient } from 'aws4fetch';
import { AppError } from '#core/domain/values/errors.ts';
import type { Clock } from '#core/domain/values/time.ts';
import { mapConcurrently } from '../concurrency.ts';
import { readEnv } from '../env.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { effectScope } from './effect-scope.ts';
import { type AwsKeys, awsKeysFromEnv, fetchSigned } from './signed-fetch.ts';

/*
 * The outbox runs on a schedule every minute. To send mails sooner, a request that enqueued an effect sends one message
 * to the outbox's queue before it responds. The schedule covers lost messages.
 */

/**
 * Wakes the outbox job after `delaySeconds`. Best effort: the effect is already committed and the one-minute schedule
 * retries.
 */
export type Trigger = (delaySeconds: number) => Promise<void>;

/** Effects due later than this are left to the schedule, in seconds. */
const SCHEDULE_S = 60;
/** How long a response may wait for the queue, in milliseconds. */
const OUTBOX_TIMEOUT_MS = 1_000;

/**
 * Runs `work`, then triggers the outbox once if an effect is due soon; also after an error, because effects may have
 * been committed before it.
 */
export async function withOutboxTrigger<T>(
  services: { clock: Clock; triggerOutbox: Trigger },
  work: () => Promise<T>,
): Promise<T> {
  const scope = { dueAt: Infinity };
  try {
    return await effectScope.run(scope, work);
  } finally {
    const delay = Math.max(0, Math.ceil((scope.dueAt - services.clock()) / 1000));
    if (delay < SCHEDULE_S) await services.triggerOutbox(delay);
  }
}

/**
 * Triggers by SQS: `SendMessage` of its JSON protocol, at the endpoint in the queue's URL
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html).
 */
export function sqsTrigger(queueUrl: string, keys: AwsKeys): Trigger {
  const client = new AwsClient({ ...keys, service: 'sqs', retries: 0 });
  const { origin } = new URL(queueUrl);
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' };
  return async (delaySeconds) => {
    const body = JSON.stringify({ QueueUrl: queueUrl, MessageBody: 'look', DelaySeconds: delaySeconds });
    try {
      const signal = AbortSignal.timeout(OUTBOX_TIMEOUT_MS);
      const response = await fetchSigned(client, `${origin}/`, { method: 'POST', headers, body, signal });
      await response.body?.cancel();
      if (!response.ok) log('error', 'queue_trigger_refused', { status: response.status });
    } catch (error) {
      log('error', 'queue_trigger_failed', describeError(error));
    }
  };
}

/** Returns the trigger for the environment's outbox queue; without one, only the schedule runs. */
export function outboxTriggerFromEnv(): Trigger {
  return createTrigger(readEnv(['OUTBOX_QUEUE_URL']).OUTBOX_QUEUE_URL);
}

/** Returns the trigger for the archive packer's queue. */
export function packerTriggerFromEnv(): Trigger {
  return createTrigger(readEnv(['ARCHIVES_QUEUE_URL']).ARCHIVES_QUEUE_URL);
}

function createTrigger(queueUrl: string | undefined): Trigger {
  return queueUrl ? sqsTrigger(queueUrl, awsKeysFromEnv()) : async () => {};
}

/*
 * The queue of the bucket's notifications. Originals to ingest again are sent as the same notifications, because
 * rewriting the object would keep another version for the retention of deleted ones.
 */

/** Requests another ingest of stored originals. @throws AppError `unavailable` unless all are in the queue */
export type RequestIngest = (keys: readonly string[]) => Promise<void>;

/** SQS's limit for `SendMessageBatch`. */
const BATCH_SIZE = 10;
const CONCURRENCY = 4;
/** Milliseconds. */
const INGEST_TIMEOUT_MS = 5_000;

/**
 * Requests ingest by SQS, with one message per original, so that each has its own retries
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
    // SQS may reject part of a batch.
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

/** Returns the notification that S3 would send; keys are form-encoded. */
function toNotification(key: string): string {
  const encoded = key.split('/').map(encodeURIComponent).join('/');
  return JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Again', s3: { object: { key: encoded } } }] });
}

export function ingestQueueFromEnv(): RequestIngest {
  return ingestQueue(readEnv(['INGEST_QUEUE_URL']).INGEST_QUEUE_URL, awsKeysFromEnv());
}
