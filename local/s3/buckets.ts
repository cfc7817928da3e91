import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { S3Error } from './errors.ts';

export class Buckets {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT 1 FROM buckets WHERE name = ?');
    this.#insert = database.prepare('INSERT OR IGNORE INTO buckets (name, created) VALUES (?, ?)');
  }

  /** @throws S3Error NoSuchBucket */
  require(name: string): void {
    if (!this.#find.get(name)) throw new S3Error('NoSuchBucket', undefined, { details: { BucketName: name } });
  }

  /** Creates a bucket unless it exists; `now` in milliseconds since the epoch. */
  create(name: string, now: number): void {
    this.#insert.run(name, now);
  }
}
