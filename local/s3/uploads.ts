import { randomBytes } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { transaction } from './catalog.ts';
import type { Checksum, ChecksumAlgorithm } from './checksums.ts';
import { S3Error } from './errors.ts';
import { parseChecksum } from './objects.ts';

export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** If set, every part has such a checksum. */
  readonly algorithm: ChecksumAlgorithm | undefined;
  /** Milliseconds since the epoch. */
  readonly initiated: number;
}

export interface Part {
  /** 1 to 10,000 */
  readonly number: number;
  readonly blob: string;
  readonly size: number;
  /** Hex MD5. */
  readonly etag: string;
  readonly checksum: Checksum | undefined;
  readonly modified: number;
}

type Row = ReturnType<StatementSync['all']>[number];

function toUpload(row: Row): Upload {
  return {
    id: String(row['id']),
    bucket: String(row['bucket']),
    key: Buffer.from(row['key'] as Uint8Array).toString(),
    headers: JSON.parse(String(row['headers'])) as Record<string, string>,
    algorithm: (row['algorithm'] ?? undefined) as ChecksumAlgorithm | undefined,
    initiated: Number(row['initiated']),
  };
}

function toPart(row: Row): Part {
  return {
    number: Number(row['number']),
    blob: String(row['blob']),
    size: Number(row['size']),
    etag: String(row['etag']),
    checksum: parseChecksum(row['checksum']),
    modified: Number(row['modified']),
  };
}

export class Uploads {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #list: StatementSync;
  readonly #delete: StatementSync;
  readonly #putPart: StatementSync;
  readonly #findPart: StatementSync;
  readonly #parts: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#insert = database.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)');
    this.#find = database.prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?');
    this.#list = database.prepare(`
      SELECT * FROM uploads
      WHERE bucket = ? AND key >= ? AND key < ? AND (key, id) > (?, ?) ORDER BY key, id LIMIT ?
    `);
    this.#delete = database.prepare('DELETE FROM uploads WHERE id = ?');
    this.#putPart = database.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#findPart = database.prepare('SELECT * FROM parts WHERE upload = ? AND number = ?');
    this.#parts = database.prepare('SELECT * FROM parts WHERE upload = ? AND number > ? ORDER BY number');
  }

  create(upload: Omit<Upload, 'id'>): string {
    const id = randomBytes(24).toString('base64url');
    const { bucket, key, headers, algorithm, initiated } = upload;
    this.#insert.run(id, bucket, Buffer.from(key), JSON.stringify(headers), algorithm ?? null, initiated);
    return id;
  }

  /** @throws S3Error NoSuchUpload, also for another key's upload */
  require(id: string, bucket: string, key: string): Upload {
    const row = this.#find.get(id, bucket, Buffer.from(key));
    if (!row) throw new S3Error('NoSuchUpload', undefined, { details: { UploadId: id } });
    return toUpload(row);
  }

  /** Returns up to `limit` uploads whose key begins with `prefix`, ordered by key and id, after the given ones. */
  list(bucket: string, prefix: string, after: { key: string; id: string }, limit: number): Upload[] {
    const start = Buffer.from(prefix);
    const end = Buffer.concat([start, Buffer.of(0xff)]);
    return this.#list.all(bucket, start, end, Buffer.from(after.key), after.id, limit).map(toUpload);
  }

  /** Stores a part and returns the blob of the one it replaced. @throws S3Error NoSuchUpload */
  putPart({ id, bucket, key }: Upload, part: Part): string | undefined {
    return transaction(this.#database, () => {
      this.require(id, bucket, key);
      const replaced = this.#findPart.get(id, part.number);
      const checksum = part.checksum ? JSON.stringify(part.checksum) : null;
      this.#putPart.run(id, part.number, part.blob, part.size, part.etag, checksum, part.modified);
      return replaced && toPart(replaced).blob;
    });
  }

  /** Returns the parts with a number above `after`, in order. */
  parts(id: string, after = 0): Part[] {
    return this.#parts.all(id, after).map(toPart);
  }

  /** Deletes the upload and its parts' rows, in the caller's transaction if there is one. */
  delete(id: string): void {
    this.#delete.run(id);
  }
}
