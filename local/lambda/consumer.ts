import { createHash } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { invoke, type Invocation } from './invoke.ts';
import type { DurableQueue, QueuedMessage } from './queue.ts';

export interface ConsumerOptions {
  queue: DurableQueue;
  /** A function that answers which of a batch failed (`ReportBatchItemFailures`). */
  invocation: Invocation<SQSEvent, SQSBatchResponse | void>;
  batchSize: number;
  /** Batches in work at a time. */
  concurrency: number;
  /** Attempts before a message rests in the dead-letter queue. */
  maxReceives: number;
  /** Before the first repetition; doubles with each. Milliseconds. */
  retryMs: number;
}

/** Lambda's event source mapping: takes batches from a queue to a function, and gives back what failed. */
export class QueueConsumer {
  readonly #options: ConsumerOptions;
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    options.queue.releaseAll();
    this.#timer = setInterval(() => this.poll(), 250);
  }

  /** Looks for work now; also called when a message was just accepted. */
  poll(): void {
    const { queue, batchSize, concurrency, invocation } = this.#options;
    while (!this.#closed && this.#running.size < concurrency) {
      const batch = queue.receive(batchSize, invocation.timeoutMs + 30_000);
      if (batch.length === 0) return;
      const run = this.#handle(batch).finally(() => {
        this.#running.delete(run);
        this.poll();
      });
      this.#running.add(run);
    }
  }

  async #handle(batch: QueuedMessage[]): Promise<void> {
    const { queue, invocation, maxReceives, retryMs } = this.#options;
    const failed = await this.#failedOf(batch);
    if (this.#closed) return;
    for (const message of batch) {
      if (!failed.has(message.id)) queue.delete(message.id);
      else queue.release(message.id, retryMs * 2 ** (message.receiveCount - 1), maxReceives);
    }
    if (failed.size > 0) console.error(`${invocation.functionName}: ${failed.size} of ${batch.length} messages failed`);
  }

  /** A function that throws has failed with all of its batch. */
  async #failedOf(batch: QueuedMessage[]): Promise<Set<string>> {
    try {
      const answer = await invoke(this.#options.invocation, {
        Records: batch.map((message) => toRecord(message, this.#options.invocation.functionName)),
      });
      return new Set((answer?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier));
    } catch (error) {
      console.error(error);
      return new Set(batch.map((message) => message.id));
    }
  }

  /** Takes nothing new. What is in work comes back after a restart, if it does not end in time. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await Promise.race([Promise.allSettled(this.#running), new Promise((done) => setTimeout(done, 2000).unref())]);
  }
}

function toRecord({ id, body, receiveCount, sentAt }: QueuedMessage, queue: string): SQSRecord {
  return {
    messageId: id,
    receiptHandle: id,
    body,
    attributes: {
      ApproximateReceiveCount: String(receiveCount),
      SentTimestamp: String(sentAt),
      SenderId: 'local',
      ApproximateFirstReceiveTimestamp: String(sentAt),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
    awsRegion: 'local',
  };
}
