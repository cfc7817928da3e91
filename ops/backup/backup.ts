import type pg from 'pg';
import { basename } from 'node:path';
import { type Catalog, openCatalog, workingFile } from './catalog.ts';
import { type Buckets, type CopyCounts, copyObjects } from './copy-objects.ts';
import { dumpTables } from './dump-tables.ts';
import { makeFolder, startRun } from './folder.ts';
import { FORMAT, type Manifest, writeManifest } from './manifest.ts';
import { collectNeeds } from './needs.ts';
import { writeIndex } from './object-index.ts';
import { withDatabase } from './session.ts';

export interface BackupOptions {
  folder: string;
  database: pg.ClientConfig;
  buckets: Buckets;
  /** Told, and waited for, after each step. */
  onStep?: (step: BackupStep) => void | Promise<void>;
}

export type BackupStep =
  | { name: 'objects' | 'objects-again'; counts: CopyCounts }
  | { name: 'rows'; rows: number; tables: number };

/** How many of the missing keys are named; a number tells of the rest. */
const NAMED = 1000;

/**
 * Copies database and objects into a folder while everything goes on. Nothing is stopped, and still they agree:
 *
 * 1. Objects that are there are copied. 2. All tables are copied in one snapshot. 3. Objects are copied once more.
 *
 * Every object that a row of the snapshot needs was stored before that snapshot (ingest takes a row only when its
 * original is there, and calls it ready only after its renditions), is never changed (keys are used once), and is
 * erased before its row. So it lay in its bucket from before 2 until it was erased, if it was. If it was there when 3
 * listed it, 3 has it, or 1 had it already. If it was erased before 3, then 1 has it, unless it came after 1: a picture
 * uploaded and erased while the backup ran. Or it was erased before 1 and its row after 2: a picture on its way out.
 * Those few are `missing` in the manifest, and a restore takes their rows for what they are (ops/restore/gaps.ts).
 * What 1 and 3 met beyond the snapshot's rows is left out of the run: nothing that was erased before the snapshot
 * comes back.
 */
export async function backup(options: BackupOptions): Promise<{ run: string; manifest: Manifest }> {
  await makeFolder(options.folder);
  const catalog = openCatalog(workingFile(options.folder));
  try {
    const run = await startRun(options.folder, new Date());
    const manifest = await copyAll(options, run, catalog);
    await writeManifest(run, manifest);
    return { run, manifest };
  } finally {
    catalog.close();
  }
}

async function copyAll(options: BackupOptions, run: string, catalog: Catalog): Promise<Manifest> {
  const { folder, database, buckets, onStep = () => undefined } = options;
  const id = basename(run);
  await onStep({ name: 'objects', counts: await copyObjects(buckets, folder, id, catalog) });
  const snapshot = await withDatabase(database, (db) => dumpTables(db, run));
  const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
  await onStep({ name: 'rows', rows, tables: snapshot.tables.length });
  await onStep({ name: 'objects-again', counts: await copyObjects(buckets, folder, id, catalog) });
  await collectNeeds(catalog, run, snapshot.tables);
  return {
    format: FORMAT,
    ...snapshot,
    objects: await writeIndex(run, catalog.owned(id)),
    missing: countMissing(catalog, id),
    unowned: catalog.countUnowned(id),
  };
}

function countMissing(catalog: Catalog, run: string): Manifest['missing'] {
  const missing: Manifest['missing'] = { originals: 0, renditions: 0, keys: [] };
  for (const { bucket, key } of catalog.missing(run)) {
    missing[bucket] += 1;
    if (missing.keys.length < NAMED) missing.keys.push(`${bucket}/${key}`);
  }
  return missing;
}
