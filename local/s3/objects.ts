import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { transaction } from './catalog.ts';
import type { Checksum } from './checksums.ts';
import { type WriteConditions, checkWrite } from './conditions.ts';
import type { CreatedEventName, Outbox } from './outbox.ts';
import type { Versions } from './versions.ts';

export interface StoredObject {
  readonly blob: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Content-Type, the other stored headers and `x-amz-meta-…`, as returned. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | undefined;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export interface ListedObject {
  readonly key: Buffer;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly modified: number;
}

export interface Commit {
  readonly bucket: string;
  readonly key: string;
  readonly object: StoredObject;
  readonly conditions: WriteConditions;
  readonly event: CreatedEventName;
  /** Runs first, in the same transaction. */
  readonly alongside?: () => void;
}

export function parseChecksum(column: SQLOutputValue | undefined): Checksum | undefined {
  return typeof column === 'string' ? (JSON.parse(column) as Checksum) : undefined;
}

function readRow(row: Record<string, SQLOutputValue>): StoredObject {
  return {
    blob: String(row['blob']),
    size: Number(row['size']),
    etag: String(row['etag']),
    headers: JSON.parse(String(row['headers'])) as Record<string, string>,
    checksum: parseChecksum(row['checksum']),
    modified: Number(row['modified']),
  };
}

export class Objects {
  readonly #database: DatabaseSync;
  readonly #outbox: Outbox;
  readonly #versions: Versions;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #next: StatementSync;

  constructor(database: DatabaseSync, outbox: Outbox, versions: Versions) {
    this.#database = database;
    this.#outbox = outbox;
    this.#versions = versions;
    this.#find = database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
    this.#put = database.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING blob');
    this.#next = database.prepare(`
      SELECT key, size, etag, checksum, modified FROM objects
      WHERE bucket = ? AND key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?
    `);
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = this.#find.get(bucket, Buffer.from(key));
    return row && readRow(row);
  }

  /** The current object or a former version of it; undefined for a delete marker. */
  findVersion(bucket: string, key: string, id: string): StoredObject | undefined {
    const current = this.find(bucket, key);
    if (current?.blob === id) return current;
    const row = this.#versions.find(bucket, key, id);
    return row && readRow(row);
  }

  /**
   * Stores the object: condition, row and event in one transaction, so that one of concurrent writers wins. Returns the
   * replaced blob, unless it is kept as a version.
   * @throws S3Error PreconditionFailed, NoSuchKey
   */
  commit({ bucket, key, object, conditions, event, alongside }: Commit): string | undefined {
    return transaction(this.#database, () => {
      alongside?.();
      const replaced = this.find(bucket, key);
      checkWrite(conditions, replaced);
      const { blob, size, etag, headers, checksum, modified } = object;
      const checksumColumn = checksum ? JSON.stringify(checksum) : null;
      const isKept = replaced !== undefined && this.#versions.keep(bucket, key, modified);
      this.#put.run(bucket, Buffer.from(key), blob, size, etag, JSON.stringify(headers), checksumColumn, modified);
      this.#outbox.add({ name: event, bucket, key, size, etag, time: modified });
      return isKept ? undefined : replaced?.blob;
    });
  }

  /** Returns the object's blob, if it existed and is not kept as a version. */
  delete(bucket: string, key: string, now: number): string | undefined {
    return transaction(this.#database, () => {
      const isKept = this.#versions.keep(bucket, key, now);
      const row = this.#delete.get(bucket, Buffer.from(key));
      // S3 marks also what never existed, and its lifecycle removes those markers.
      if (isKept && row) this.#versions.mark(bucket, key, now);
      return row && !isKept ? String(row['blob']) : undefined;
    });
  }

  /** Up to `limit` keys after `after` that begin with `prefix`, in byte order. */
  next(bucket: string, after: Buffer, prefix: Buffer, limit: number): ListedObject[] {
    // UTF-8 never contains the byte 0xFF, so this is after every key with the prefix.
    const end = Buffer.concat([prefix, Buffer.of(0xff)]);
    return this.#next.all(bucket, after, prefix, end, limit).map((row) => ({
      key: Buffer.from(row['key'] as Uint8Array),
      size: Number(row['size']),
      etag: String(row['etag']),
      checksum: parseChecksum(row['checksum']),
      modified: Number(row['modified']),
    }));
  }
}
