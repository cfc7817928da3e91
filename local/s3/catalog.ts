import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Keys are blobs, which SQLite compares byte by byte: S3's order of UTF-8 keys. */
const schema = `
  CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL REFERENCES buckets (name),
    key BLOB NOT NULL,
    blob TEXT NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    modified INTEGER NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS versions (
    bucket TEXT NOT NULL REFERENCES buckets (name),
    key BLOB NOT NULL,
    id TEXT NOT NULL,
    blob TEXT,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    modified INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (bucket, key, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY,
    bucket TEXT NOT NULL REFERENCES buckets (name),
    key BLOB NOT NULL,
    headers TEXT NOT NULL,
    algorithm TEXT,
    initiated INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    blob TEXT NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    checksum TEXT,
    modified INTEGER NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    bucket TEXT NOT NULL,
    key TEXT NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    time INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_due ON events (due);
`;

/**
 * Opens the index of a directory. Exclusive: a second server would delete the first one's uploads, so it waits three
 * seconds for a closing predecessor and then fails.
 */
export function openCatalog(directory: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, 'index.sqlite'), { timeout: 3000 });
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    ${schema}
  `);
  return database;
}

/** `work` must be synchronous, so that nothing runs between its reads and writes. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Returns all blobs that a row names. */
export function liveBlobs(database: DatabaseSync): ReadonlySet<string> {
  const rows = database
    .prepare('SELECT blob FROM objects UNION ALL SELECT blob FROM versions UNION ALL SELECT blob FROM parts')
    .all();
  return new Set(rows.map((row) => String(row['blob'])));
}
