import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Milliseconds for which a version is kept after it was replaced or deleted, as the production stage keeps originals. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface ListedVersion {
  readonly key: Buffer;
  readonly id: string;
  readonly isLatest: boolean;
  readonly isDeleteMarker: boolean;
  readonly size: number;
  readonly etag: string;
  readonly modified: number;
}

/** Former versions and delete markers. The id of a version is the name of its blob; a delete marker has none. */
export class Versions {
  readonly #versioned: ReadonlySet<string>;
  readonly #keep: StatementSync;
  readonly #mark: StatementSync;
  readonly #find: StatementSync;
  readonly #list: StatementSync;

  /** @param versioned the buckets that keep versions */
  constructor(database: DatabaseSync, versioned: readonly string[]) {
    this.#versioned = new Set(versioned);
    this.#keep = database.prepare(`
      INSERT INTO versions SELECT bucket, key, blob, blob, size, etag, headers, checksum, modified, ? FROM objects
      WHERE bucket = ? AND key = ?
    `);
    this.#mark = database.prepare("INSERT INTO versions VALUES (?, ?, ?, NULL, 0, '', '{}', NULL, ?, ?)");
    this.#find = database.prepare(
      'SELECT * FROM versions WHERE bucket = ? AND key = ? AND id = ? AND blob IS NOT NULL',
    );
    // Newest first; the current object has not ended.
    this.#list = database.prepare(`
      SELECT key, id, blob, size, etag, modified, ended FROM versions
        WHERE bucket = :bucket AND key >= :from AND key >= :prefix AND key < :end
      UNION ALL
      SELECT key, blob, blob, size, etag, modified, 9e15 FROM objects
        WHERE bucket = :bucket AND key >= :from AND key >= :prefix AND key < :end
      ORDER BY key, ended DESC, modified DESC
    `);
  }

  /** Keeps the current object, which is about to be replaced or deleted. False in a bucket without versions. */
  keep(bucket: string, key: string, now: number): boolean {
    if (!this.#versioned.has(bucket)) return false;
    this.#keep.run(now, bucket, Buffer.from(key));
    return true;
  }

  /** Records the deletion of an object, after `keep`. */
  mark(bucket: string, key: string, now: number): void {
    // It is above the version that ended with it.
    this.#mark.run(bucket, Buffer.from(key), randomUUID(), now, now + 1);
  }

  /** The row of a former version, with the columns of an object. */
  find(bucket: string, key: string, id: string): Record<string, SQLOutputValue> | undefined {
    return this.#find.get(bucket, Buffer.from(key), id);
  }

  /** All versions of keys with this prefix, by key and newest first, beginning with the key `from`. */
  *list(bucket: string, prefix: Buffer, from: Buffer): Generator<ListedVersion> {
    // UTF-8 never contains the byte 0xFF, so this is after every key with the prefix.
    const end = Buffer.concat([prefix, Buffer.of(0xff)]);
    let previous: Buffer | undefined;
    for (const row of this.#list.iterate({ bucket, prefix, from, end })) {
      const key = Buffer.from(row['key'] as Uint8Array);
      yield {
        key,
        id: String(row['id']),
        isLatest: !previous?.equals(key),
        isDeleteMarker: row['blob'] === null,
        size: Number(row['size']),
        etag: String(row['etag']),
        modified: Number(row['modified']),
      };
      previous = key;
    }
  }
}

/** Deletes versions that ended too long ago, and delete markers without any version. */
export function expireVersions(database: DatabaseSync, now: number): void {
  database.prepare('DELETE FROM versions WHERE blob IS NOT NULL AND ended < ?').run(now - KEPT_MS);
  database.exec(`
    DELETE FROM versions WHERE blob IS NULL AND NOT EXISTS
      (SELECT 1 FROM versions v WHERE v.bucket = versions.bucket AND v.key = versions.key AND v.blob IS NOT NULL)
  `);
}
