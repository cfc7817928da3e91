import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { mapConcurrently } from '#functions/platform/concurrency.ts';
import type { Catalog, CopiedObject } from '../backup/catalog.ts';
import { measure } from '../backup/dump-tables.ts';
import { findObjectFile, INDEX, tableFile } from '../backup/folder.ts';
import type { Manifest, TableRecord } from '../backup/manifest.ts';
import { collectNeeds } from '../backup/needs.ts';
import { readIndex } from '../backup/object-index.ts';
import { hashRows } from '../backup/row-hash.ts';

/** Run name under which a backup's objects are recorded in a catalog. */
export const READ_RUN = 'read';

/** Stops after this number of damaged objects. */
const TOLD = 1000;
/** Number of files read concurrently. */
const CONCURRENCY = 4;

/**
 * Verifies a whole backup against its manifest: tables, rows, the object index, every object. Fills `catalog` with the
 * rows' needs and the objects.
 * @returns the problems; [] if there are none
 */
export async function checkFiles(folder: string, run: string, manifest: Manifest, catalog: Catalog): Promise<string[]> {
  const problems = await checkRun(run, manifest);
  // The comparison below needs complete rows and a complete index.
  if (problems.length > 0) return problems;
  await collectNeeds(catalog, run, manifest.tables);
  await mapConcurrently(CONCURRENCY, readIndex(run), async (object) => {
    catalog.putObject(object, READ_RUN);
    if (problems.length < TOLD && !(await isIntact(folder, object))) {
      problems.push(`object ${object.bucket}/${object.key} is damaged or gone`);
    }
  });
  return problems;
}

/** Verifies the rows and the object index of a backup, without its objects. */
export async function checkRun(run: string, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const table of manifest.tables) problems.push(...(await checkTable(run, table)));
  return [...problems, ...(await checkIndex(run, manifest))];
}

async function checkTable(run: string, table: TableRecord): Promise<string[]> {
  const [file, rows] = [measure(), hashRows()];
  const name = `table ${table.schema}.${table.name}`;
  try {
    await pipeline(createReadStream(tableFile(run, table)), file.stream, createGunzip(), rows.stream, nowhere());
  } catch {
    return [`${name} cannot be read`];
  }
  if (file.result().sha256 !== table.sha256) return [`${name}: the file is not the one that was written`];
  const { rows: found, hash } = rows.digest();
  return found === table.rows && hash === table.hash ? [] : [`${name}: the rows are not those that were counted`];
}

async function checkIndex(run: string, { objects }: Manifest): Promise<string[]> {
  const file = measure();
  try {
    await pipeline(createReadStream(join(run, INDEX)), file.stream, nowhere());
  } catch {
    return [`${INDEX} cannot be read`];
  }
  return file.result().sha256 === objects.sha256 ? [] : [`${INDEX}: the file is not the one that was written`];
}

/** True if the folder has the object as it was copied. */
export async function isIntact(folder: string, object: CopiedObject): Promise<boolean> {
  const file = await findObjectFile(folder, object.bucket, object);
  if (!file) return false;
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  } catch {
    return false;
  }
  return digest.digest('hex') === object.sha256;
}

export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
