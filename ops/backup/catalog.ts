import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import { CommandError } from '../lib/command.ts';
import type { ObjectHeaders } from './bucket.ts';

/** An object of the backup: what lies under its key, as it was when it was read. */
export interface CopiedObject extends ObjectHeaders {
  bucket: BucketName;
  key: string;
  size: number;
  etag: string;
  /** Of its bytes, hex. */
  sha256: string;
}

/** What a row of the snapshot needs of the buckets. */
export interface Need {
  bucket: BucketName;
  key: string;
  /** The photo whose row names it; for an Open Graph picture its gallery. */
  row: string;
  /** Bytes, where the row says it. */
  size: number | null;
}

/*
 * `seen` is the run that met an object in a listing. `owners` and `needs` are those of one snapshot. All of it is on
 * the disk, so that memory does not grow with the number of photographs.
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
 * @param path of the file, or '' for one that goes away by itself
 * @throws Error when another process has it open: two backups into one folder would undo each other
 */
export function openCatalog(path: string) {
  const db = openDatabase(path);
  const put = db.prepare(`insert or replace into objects values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = db.prepare('select size, etag, sha256 from objects where bucket = ? and key = ?');
  const mark = db.prepare('update objects set seen = ? where bucket = ? and key = ?');
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
    addOwner: (bucket: BucketName, owner: string) => void own.run(bucket, owner),
    addNeed: ({ bucket, key, row, size }: Need) => void need.run(bucket, key, row, size),
    /** Forgets what an earlier snapshot needed. */
    clearNeeds: () => db.exec('delete from owners; delete from needs'),
    /** The run's objects that the snapshot's rows own, in the order of their keys. */
    owned: (run: string) =>
      db
        .prepare(
          `select o.bucket, o.key, o.size, o.etag, o.sha256, o.content_type as contentType,
             o.cache_control as cacheControl
           from objects o join owners w on w.bucket = o.bucket and w.owner = o.owner
           where o.seen = ? order by o.bucket, o.key`,
        )
        .iterate(run) as Iterable<unknown> as Iterable<CopiedObject>,
    /** How many of the run's objects no row owns. */
    countUnowned: (run: string): number =>
      Number(
        db
          .prepare(
            `select count(*) as objects from objects o where o.seen = ? and not exists
               (select 1 from owners w where w.bucket = o.bucket and w.owner = o.owner)`,
          )
          .get(run)?.['objects'],
      ),
    /** What rows name and the run has not, or has in another size. */
    missing: (run: string) =>
      db
        .prepare(
          `select n.bucket, n.key, n.row, n.size from needs n where not exists
             (select 1 from objects o where o.bucket = n.bucket and o.key = n.key and o.seen = ?
                and (n.size is null or n.size = o.size)) order by n.bucket, n.key`,
        )
        .iterate(run) as Iterable<unknown> as Iterable<Need>,
    /** Many small writes as one. */
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
    // Before SQLite makes it with everybody's rights; its journal takes the file's.
    if (path !== '') closeSync(openSync(path, 'a', 0o600));
    const db = new DatabaseSync(path);
    // Losing its last moments costs reading a few objects again.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = truncate; pragma synchronous = normal');
    // Takes the lock at once, and the mode keeps it: a second backup ends here and not when it first writes.
    db.exec(`begin exclusive; ${SCHEMA}; commit`);
    return db;
  } catch (error) {
    throw new CommandError('the folder is in use by another backup', { cause: error });
  }
}

export const workingFile = (folder: string) => join(folder, 'working.sqlite');

/** The row's part of a key, `{gallery}/{photo or file}/`; an Open Graph picture is named whole. */
function ownerOf(key: string): string {
  return key.startsWith('og/') ? key : key.split('/').slice(0, 2).join('/') + '/';
}
