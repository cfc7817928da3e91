import { AwsClient } from 'aws4fetch';
import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#core/domain/errors.ts';
import type { Clock } from '#core/domain/time.ts';
import { mapConcurrently } from '../concurrency.ts';
import { readEnv } from '../env.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { type AwsKeys, awsKeysFromEnv, fetchSigned } from './signed-fetch.ts';

/*
 * Effects wait for the outbox's schedule, which comes once a minute. A mail must not: whoever has written an effect
 * sends one message to the outbox's queue before it answers. The schedule remains for messages that are lost.
 */

/** Has a job look in so many seconds. Never throws: what there is to do is written, and done anyway. */
export type Trigger = (delaySeconds: number) => Promise<void>;

/** An effect that is due later than this is the schedule's, in seconds. */
const SCHEDULE_S = 60;
/** How long an answer may wait for the queue, in milliseconds. */
const OUTBOX_TIMEOUT_MS = 1_000;

/** What one request has written so far; a process may have several in work. */
const effectScope = new AsyncLocalStorage<{ dueAt: number }>();

/** Notes that an effect was written that is due then. @param dueAt epoch milliseconds */
export function markEffectDue(dueAt: number): void {
  const scope = effectScope.getStore();
  if (scope) scope.dueAt = Math.min(scope.dueAt, dueAt);
}

/**
 * Does a request's work, and after it nudges the outbox once, if any effect was written that is due soon. Also when the
 * work failed: something of it may have been committed, and a look at nothing costs nothing.
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
 * Nudges by SQS: `SendMessage` of its JSON protocol, at the endpoint that the queue's address names
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
      if (!response.ok) log('error', 'nudge_refused', { status: response.status });
    } catch (error) {
      log('error', 'nudge_failed', describeError(error));
    }
  };
}

/** The queue of the outbox, as the environment names it; without one there is the schedule alone. */
export function outboxTriggerFromEnv(): Trigger {
  return createTrigger(readEnv(['OUTBOX_QUEUE_URL']).OUTBOX_QUEUE_URL);
}

/** The queue of who packs archives. */
export function packerTriggerFromEnv(): Trigger {
  return createTrigger(readEnv(['ARCHIVES_QUEUE_URL']).ARCHIVES_QUEUE_URL);
}

function createTrigger(queueUrl: string | undefined): Trigger {
  return queueUrl ? sqsTrigger(queueUrl, awsKeysFromEnv()) : async () => {};
}

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
