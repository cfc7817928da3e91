import { setTimeout as sleep } from 'node:timers/promises';
import { encodePath } from './request.ts';
import type { Outbox, PendingEvent } from './outbox.ts';

/** Concurrent deliveries; further events wait in the outbox. */
const parallelDeliveries = 4;
/** Timeout of a receiver in milliseconds. */
const deliveryTimeout = 120_000;
const firstDelay = 100;
const longestDelay = 30_000;
/** Milliseconds before the next delivery of an event whose outcome could not be stored. */
const unwritableDelay = 1000;

/** Doubles from 100 ms up to 30 s. */
export function retryDelay(attempts: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
function describeEvent(event: PendingEvent, region: string) {
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: new Date(event.time).toISOString(),
    eventName: event.name,
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'object-created',
      bucket: { name: event.bucket, arn: `arn:aws:s3:::${event.bucket}` },
      object: {
        key: encodePath(event.key).replaceAll('%20', '+'),
        size: event.size,
        eTag: event.etag,
        sequencer: event.sequence.toString(16).toUpperCase().padStart(18, '0'),
      },
    },
  };
}

/** Posts the outbox's events until the receiver responds with 2xx: at least once and unordered, as S3 does. */
export class EventDelivery {
  readonly #outbox: Outbox;
  readonly #url: string;
  readonly #region: string;
  readonly #stop = new AbortController();
  readonly #running = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(outbox: Outbox, url: string, region: string) {
    this.#outbox = outbox;
    this.#url = url;
    this.#region = region;
  }

  start(): void {
    this.#outbox.onAdded = () => this.#schedule(0);
    this.#schedule(0);
  }

  /** Stops immediately; interrupted deliveries stay in the outbox and are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  #schedule(delay: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#deliverDue(), delay);
  }

  #deliverDue(): void {
    const now = Date.now();
    const free = parallelDeliveries - this.#running.size;
    const waiting = this.#outbox
      .due(now, parallelDeliveries + this.#running.size)
      .filter(({ sequence }) => !this.#running.has(sequence));
    for (const event of waiting.slice(0, free)) this.#running.set(event.sequence, this.#deliver(event));
    const next = this.#outbox.nextDue(now);
    // A finished delivery schedules again, so no timer is needed while all slots are used.
    if (next !== undefined && waiting.length <= free) this.#schedule(next - now);
  }

  async #deliver(event: PendingEvent): Promise<void> {
    const received = await this.#post(event);
    try {
      if (received) this.#outbox.remove(event.sequence);
      else if (!this.#stop.signal.aborted) {
        this.#outbox.postpone(event.sequence, Date.now() + retryDelay(event.attempts));
      }
    } catch (error) {
      // A full disk: the event is still due, so it is delivered again.
      console.error('s3:', error);
      await sleep(unwritableDelay, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    this.#running.delete(event.sequence);
    this.#schedule(0);
  }

  async #post(event: PendingEvent): Promise<boolean> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Records: [describeEvent(event, this.#region)] }),
        redirect: 'error',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(deliveryTimeout)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
