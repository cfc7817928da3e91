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
  /** Called and awaited after each step. */
  onStep?: (step: BackupStep) => void | Promise<void>;
}

export type BackupStep =
  | { name: 'objects' | 'objects-again'; counts: CopyCounts }
  | { name: 'rows'; rows: number; tables: number };

/** Maximum number of missing keys listed by name; a count covers the rest. */
const NAMED = 1000;

/**
 * Copies database and objects into a folder without stopping the service.
 *
 * 1. Copies all objects. 2. Copies all tables in one snapshot. 3. Copies objects again.
 *
 * The copies are consistent. Every object that a row of the snapshot needs was stored before that snapshot (ingest
 * takes a row only when its original is stored, and marks it ready only after its renditions), is never changed (keys
 * are used once), and is deleted before its row. So it was in its bucket before step 2, until it was deleted, if ever.
 * If step 3 listed it, step 3 or step 1 has copied it. If it was deleted before step 3, step 1 has copied it, with two
 * exceptions: an image uploaded after step 1 and deleted while the backup ran, and an image deleted before step 1 whose
 * row was deleted after step 2. These few are `missing` in the manifest, and a restore handles their rows
 * (ops/restore/gaps.ts). Objects of steps 1 and 3 that no row of the snapshot owns are left out of the run: nothing
 * deleted before the snapshot is restored.
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
