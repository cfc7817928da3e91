import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import { CommandError } from '../lib/command.ts';
import type { ObjectHeaders } from './bucket.ts';

/** An object of the backup, with the headers it had when it was read. */
export interface CopiedObject extends ObjectHeaders {
  bucket: BucketName;
  key: string;
  size: number;
  etag: string;
  /** SHA-256 of its bytes, hex. */
  sha256: string;
}

/** An object that a row of the snapshot needs. */
export interface Need {
  bucket: BucketName;
  key: string;
  /** The photo whose row refers to it; for an Open Graph image its gallery, for a website's picture its token. */
  row: string;
  /** Bytes, if the row stores them. */
  size: number | null;
}

/*
 * `seen` is the run that listed an object. `owners` and `needs` belong to one snapshot. The catalog is on disk, so that
 * memory does not grow with the number of photos.
 */
const SCHEMA = `
  create table if not exists objects (
    bucket text not null, key text not null, owner text not null, size integer not null, etag text not null,
    sha256 text not null, content_type text not null, cache_control text, seen text not null,
    primary key (bucket, key)
  ) strict, without rowid;
  create table if not exists owners (
    bucket text not null, owner text not null, primary key (bucket, owner)
  ) strict, without rowid;
  create table if not exists needs (
    bucket text not null, key text not null, row text not null, size integer, primary key (bucket, key)
  ) strict, without rowid;
`;

export type Catalog = ReturnType<typeof openCatalog>;

/**
 * Opens the catalog.
 * @param path of the file, or '' for a temporary one
 * @throws Error if another process has it open: two backups into one folder would overwrite each other
 */
export function openCatalog(path: string) {
  const db = openDatabase(path);
  const put = db.prepare(`insert or replace into objects values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = db.prepare('select size, etag, sha256 from objects where bucket = ? and key = ?');
  const mark = db.prepare('update objects set seen = ? where bucket = ? and key = ?');
  const owner = db.prepare('select 1 from owners where bucket = ? and owner = ?');
  const own = db.prepare('insert or ignore into owners values (?, ?)');
  const need = db.prepare('insert or ignore into needs values (?, ?, ?, ?)');
  return {
    putObject: (object: CopiedObject, run: string) => {
      const { bucket, key, size, etag, sha256, contentType, cacheControl } = object;
      put.run(bucket, key, ownerOf(key), size, etag, sha256, contentType, cacheControl, run);
    },
    findObject: (bucket: BucketName, key: string) =>
      find.get(bucket, key) as Pick<CopiedObject, 'size' | 'etag' | 'sha256'> | undefined,
    markSeen: (bucket: BucketName, key: string, run: string) => void mark.run(run, bucket, key),
    /** True if a row of the snapshot owns the object. */
    isOwned: (bucket: BucketName, key: string) => owner.get(bucket, ownerOf(key)) !== undefined,
    addOwner: (bucket: BucketName, owner: string) => void own.run(bucket, owner),
    addNeed: ({ bucket, key, row, size }: Need) => void need.run(bucket, key, row, size),
    /** Deletes the needs of an earlier snapshot. */
    clearNeeds: () => db.exec('delete from owners; delete from needs'),
    /** The run's objects that rows of the snapshot own, in the order of their keys. */
    owned: (run: string) =>
      db
        .prepare(
          `select o.bucket, o.key, o.size, o.etag, o.sha256, o.content_type as contentType,
             o.cache_control as cacheControl
           from objects o join owners w on w.bucket = o.bucket and w.owner = o.owner
           where o.seen = ? order by o.bucket, o.key`,
        )
        .iterate(run) as Iterable<unknown> as Iterable<CopiedObject>,
    /** Counts the run's objects that no row owns. */
    countUnowned: (run: string): number =>
      Number(
        db
          .prepare(
            `select count(*) as objects from objects o where o.seen = ? and not exists
               (select 1 from owners w where w.bucket = o.bucket and w.owner = o.owner)`,
          )
          .get(run)?.['objects'],
      ),
    /** Objects that rows need and the run lacks, or has in another size. */
    missing: (run: string) =>
      db
        .prepare(
          `select n.bucket, n.key, n.row, n.size from needs n where not exists
             (select 1 from objects o where o.bucket = n.bucket and o.key = n.key and o.seen = ?
                and (n.size is null or n.size = o.size)) order by n.bucket, n.key`,
        )
        .iterate(run) as Iterable<unknown> as Iterable<Need>,
    /** Runs many small writes in one transaction. */
    batch: async (work: () => Promise<void>) => {
      db.exec('begin');
      try {
        await work();
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
      db.exec('commit');
    },
    close: () => db.close(),
  };
}

function openDatabase(path: string): DatabaseSync {
  try {
    // Created before SQLite would, which makes it world-readable; its journal inherits the mode.
    if (path !== '') closeSync(openSync(path, 'a', 0o600));
    const db = new DatabaseSync(path);
    // Losing the last writes only means reading a few objects again.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = truncate; pragma synchronous = normal');
    // Takes the lock immediately, and exclusive mode keeps it: a second backup fails here, before its first write.
    db.exec(`begin exclusive; ${SCHEMA}; commit`);
    return db;
  } catch (error) {
    throw new CommandError('the folder is in use by another backup', { cause: error });
  }
}

export const workingFile = (folder: string) => join(folder, 'working.sqlite');

/**
 * Returns the row's part of a key, `{gallery}/{photo or file}/` or `site/{token}-`; for an Open Graph image or a font the
 * whole key.
 */
export function ownerOf(key: string): string {
  if (key.startsWith('site/')) return key.slice(0, key.lastIndexOf('-') + 1);
  return /^(og|fonts)\//.test(key) ? key : key.split('/').slice(0, 2).join('/') + '/';
}
