import { createHash } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { invoke, type Invocation } from './invoke.ts';
import type { DurableQueue, QueuedMessage } from './queue.ts';

interface ConsumerOptions {
  queue: DurableQueue;
  /** Returns the failed messages of a batch (`ReportBatchItemFailures`). */
  invocation: Invocation<SQSEvent, SQSBatchResponse | void>;
  batchSize: number;
  /** Maximum number of concurrent batches. */
  concurrency: number;
  /** Attempts before a message goes to the dead-letter queue. */
  maxReceives: number;
  /** Milliseconds before the first retry; doubles with each. */
  retryMs: number;
}

/** Lambda's event source mapping: passes batches of a queue to a function and returns failed messages. */
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

  /** Starts available work; also called for each new message. */
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

  /** If the function throws, the whole batch has failed. */
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

  /** Stops taking messages. Unfinished ones return to the queue at the next start. */
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
