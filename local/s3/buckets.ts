import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { S3Error } from './errors.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const validName = /^(?=.{3,63}$)[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*(?<!-)$/;

export class Buckets {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #list: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare('SELECT 1 FROM buckets WHERE name = ?');
    this.#insert = database.prepare('INSERT INTO buckets (name, created) VALUES (?, ?)');
    this.#list = database.prepare('SELECT name, created FROM buckets ORDER BY name');
  }

  /** Returns all buckets by name; `created` in milliseconds since the epoch. */
  list(): { name: string; created: number }[] {
    return this.#list.all().map((row) => ({ name: String(row['name']), created: Number(row['created']) }));
  }

  has(name: string): boolean {
    return this.#find.get(name) !== undefined;
  }

  /** @throws S3Error NoSuchBucket */
  require(name: string): void {
    if (!this.has(name)) throw new S3Error('NoSuchBucket', undefined, { details: { BucketName: name } });
  }

  /** @throws S3Error InvalidBucketName, BucketAlreadyOwnedByYou */
  create(name: string, now: number): void {
    if (!validName.test(name)) throw new S3Error('InvalidBucketName', undefined, { details: { BucketName: name } });
    if (this.has(name)) throw new S3Error('BucketAlreadyOwnedByYou', undefined, { details: { BucketName: name } });
    this.#insert.run(name, now);
  }
}
