import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { BucketName } from '#functions/platform/storage/s3-client.ts';
import type { Catalog, CopiedObject } from '../../backup/catalog.ts';
import type { Buckets } from '../../backup/copy-objects.ts';
import { readRows } from '../../backup/copy-text.ts';
import { findObjectFile } from '../../backup/folder.ts';
import { noteNeeds } from '../../backup/needs.ts';
import { readIndex } from '../../backup/object-index.ts';
import { columnList, quoted } from '../../backup/tables.ts';
import { CommandError } from '../../lib/command.ts';
import { isIntact, READ_RUN } from '../../verify/files.ts';
import type { Scope } from './scope.ts';

/** An object that is not in its bucket, and where it is. */
export type Bringable = { bucket: BucketName; key: string; size: number } & (
  | { from: 'version'; version: string }
  | { from: 'backup'; object: CopiedObject }
);

export interface FoundObjects {
  /** Number of needed objects that are in their buckets. */
  there: number;
  bringable: Bringable[];
  /** Needed objects that are nowhere. */
  lost: { bucket: BucketName; key: string; row: string }[];
}

interface Sources {
  buckets: Buckets;
  /** Time from which a version may be; milliseconds. */
  at: number;
  /** Folder and run of a backup. */
  backup: { folder: string; run: string } | null;
}

/**
 * Finds the objects that the scope's rows need or own: in the buckets, else among the versions, else in the backup.
 * @param catalog gets the needs, and all objects that are there or can be brought, as run {@link READ_RUN}
 */
export async function findObjects(
  db: pg.Client,
  scope: Scope,
  catalog: Catalog,
  { buckets, at, backup }: Sources,
): Promise<FoundObjects> {
  await noteNeeds(catalog, (name, columns) => rowsOf(db, scope, name, columns));
  const note = (bucket: BucketName, key: string, size: number) =>
    catalog.putObject({ bucket, key, size, etag: '', sha256: '', contentType: '', cacheControl: null }, READ_RUN);
  const needs = () => [...catalog.missing(READ_RUN)];
  const all = needs();
  const prefixes = new Set(all.map(({ bucket, key }) => `${bucket} ${prefixOf(key)}`));
  for (const entry of prefixes) {
    const [bucket, prefix] = entry.split(' ') as [BucketName, string];
    for await (const { key, size } of buckets[bucket].list(prefix)) note(bucket, key, size);
  }
  const wanted = needs();
  const there = all.length - wanted.length;
  const bringable: Bringable[] = [];
  const bring = (found: Bringable) => {
    bringable.push(found);
    note(found.bucket, found.key, found.size);
  };
  const sizes = new Map(wanted.map(({ bucket, key, size }) => [`${bucket} ${key}`, size]));
  for (const prefix of new Set(wanted.filter(isOriginal).map(({ key }) => prefixOf(key)))) {
    for await (const { key, version, size, modifiedAt } of buckets.originals.listVersions(prefix)) {
      const isFitting = sizes.has(`originals ${key}`) && (sizes.get(`originals ${key}`) ?? size) === size;
      if (!isFitting || modifiedAt > at || catalog.findObject('originals', key)?.size === size) continue;
      bring({ bucket: 'originals', key, size, from: 'version', version });
    }
  }
  if (backup) {
    for await (const object of readIndex(backup.run)) {
      const { bucket, key, size } = object;
      if (!catalog.isOwned(bucket, key) || catalog.findObject(bucket, key)) continue;
      if (await findObjectFile(backup.folder, bucket, object)) bring({ bucket, key, size, from: 'backup', object });
    }
  }
  return { there, bringable, lost: needs().map(({ bucket, key, row }) => ({ bucket, key, row })) };
}

const isOriginal = ({ bucket }: { bucket: BucketName }) => bucket === 'originals';

/** The part of a key that all objects of a gallery have, or of the studio's marks, contracts, pictures; a font's is whole. */
function prefixOf(key: string): string {
  if (key.startsWith('fonts/')) return key;
  const names = key.split('/');
  return `${names.slice(0, /^(og|site|watermarks|contracts)$/.test(names[0]!) ? 2 : 1).join('/')}/`;
}

/** Tables with rows of one gallery; the others belong to a studio. */
const OF_GALLERY = new Set(['photos', 'og_images', 'retired_photo_files']);

function rowsOf<C extends string>(db: pg.Client, { studio, gallery }: Scope, name: string, columns: readonly C[]) {
  const isIn = gallery ? `gallery_id = '${gallery}'` : `account_id = '${studio}'`;
  // Originals of photos on their way to another gallery are there: nothing has deleted them.
  const where = name === 'outbox' || (gallery && !OF_GALLERY.has(name)) ? 'false' : isIn;
  const sql = `copy (select ${columnList(columns)} from public.${quoted(name)} where ${where}) to stdout`;
  return readRows(db.query(copyTo(sql)), columns, columns);
}

/** Requests in flight. */
const CONCURRENCY = 4;

/** Brings the objects into their buckets; none is overwritten, since none was there. */
export async function bringObjects(objects: readonly Bringable[], { buckets, backup }: Sources): Promise<void> {
  await mapConcurrently(CONCURRENCY, objects, async (found) => {
    const bucket = buckets[found.bucket];
    if (found.from === 'version') return bucket.copyVersion(found.key, found.version);
    const { object } = found;
    const file = await findObjectFile(backup!.folder, found.bucket, object);
    if (!file || !(await isIntact(backup!.folder, object)))
      throw new CommandError(`object ${found.bucket}/${found.key} of the backup is damaged; no row is changed`);
    await bucket.put(found.key, file, object);
  });
}
