import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type CreatedEventName = 'ObjectCreated:Put' | 'ObjectCreated:Copy' | 'ObjectCreated:CompleteMultipartUpload';

interface CreatedEvent {
  readonly name: CreatedEventName;
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface PendingEvent extends CreatedEvent {
  /** Increases with every event, across restarts. */
  readonly sequence: number;
  /** Number of failed deliveries. */
  readonly attempts: number;
}

/** Pending events, stored in the transaction of their object and kept until delivered. */
export class Outbox {
  readonly #buckets: ReadonlySet<string>;
  readonly #insert: StatementSync;
  readonly #due: StatementSync;
  readonly #earliest: StatementSync;
  readonly #delete: StatementSync;
  readonly #postpone: StatementSync;
  /** Called within the transaction: may only schedule. */
  onAdded: () => void = () => undefined;

  constructor(database: DatabaseSync, notifiedBuckets: readonly string[]) {
    this.#buckets = new Set(notifiedBuckets);
    this.#insert = database.prepare(
      'INSERT INTO events (name, bucket, key, size, etag, time) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#due = database.prepare('SELECT * FROM events WHERE due <= ? ORDER BY sequence LIMIT ?');
    this.#earliest = database.prepare('SELECT min(due) AS due FROM events WHERE due > ?');
    this.#delete = database.prepare('DELETE FROM events WHERE sequence = ?');
    this.#postpone = database.prepare('UPDATE events SET attempts = attempts + 1, due = ? WHERE sequence = ?');
  }

  add({ name, bucket, key, size, etag, time }: CreatedEvent): void {
    if (!this.#buckets.has(bucket)) return;
    this.#insert.run(name, bucket, key, size, etag, time);
    this.onAdded();
  }

  due(now: number, limit: number): PendingEvent[] {
    return this.#due.all(now, limit).map((row) => ({
      sequence: Number(row['sequence']),
      name: String(row['name']) as CreatedEventName,
      bucket: String(row['bucket']),
      key: String(row['key']),
      size: Number(row['size']),
      etag: String(row['etag']),
      time: Number(row['time']),
      attempts: Number(row['attempts']),
    }));
  }

  /** Returns the due time of the next postponed event, in milliseconds since the epoch. */
  nextDue(now: number): number | undefined {
    const due = this.#earliest.get(now)?.['due'];
    return typeof due === 'number' ? due : undefined;
  }

  remove(sequence: number): void {
    this.#delete.run(sequence);
  }

  postpone(sequence: number, due: number): void {
    this.#postpone.run(due, sequence);
  }
}
