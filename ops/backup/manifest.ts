import { isUtf8 } from 'node:buffer';
import { open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../lib/command.ts';
import { MANIFEST, runsFolder } from './folder.ts';

/** Increase it when older releases cannot restore new backups. 2: paths of objects, see `objectFile`. */
export const FORMAT = 2;

const digest = { sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().min(0) };

const table = z.strictObject({
  schema: z.enum(['public', 'auth']),
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  columns: z.array(z.string().min(1)).min(1),
  rows: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  ...digest,
});

/** Keys that rows refer to and the backup lacks, found while it is made. */
const gaps = z.strictObject({ originals: z.int().min(0), renditions: z.int().min(0), keys: z.array(z.string()) });

const manifest = z.strictObject({
  /** 1 and 2 differ in the paths of objects alone, and a folder can have both. */
  format: z.literal([1, FORMAT]),
  /** Time of the database's clock, ISO 8601. */
  snapshotAt: z.iso.datetime(),
  /** Position of the write-ahead log: orders two backups independently of clocks. */
  lsn: z.string(),
  serverVersion: z.string(),
  migrations: z.array(z.string().regex(/^\d{14}$/)).min(1),
  tables: z.array(table).min(1),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string().nullable() })),
  objects: z.strictObject({ count: z.int().min(0), totalBytes: z.int().min(0), ...digest }),
  missing: gaps,
  /** Objects that no row of the snapshot owns: later uploads and leftovers. Not restored. */
  unowned: z.int().min(0),
});

export type Manifest = z.infer<typeof manifest>;
export type TableRecord = Manifest['tables'][number];

/** Written last and atomically: a run without a manifest was interrupted and is no backup. */
export async function writeManifest(run: string, content: Manifest): Promise<void> {
  const unfinished = join(run, `${MANIFEST}.part`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(run, MANIFEST));
}

/** @throws Error with the reason if the run cannot be restored */
export async function readManifest(run: string): Promise<Manifest> {
  const bytes = await readFile(join(run, MANIFEST)).catch(() => {
    throw new CommandError(`${run} has no ${MANIFEST}: that backup was interrupted; run it again to complete it`);
  });
  // The schema accepts any string as a table or column name, so the encoding check detects a flipped bit there.
  if (!isUtf8(bytes)) throw new CommandError(`${MANIFEST} is damaged: it is not UTF-8`);
  const text = bytes.toString('utf8');
  const { format } = z.looseObject({ format: z.int() }).catch({ format: 0 }).parse(parsed(text));
  if (format > FORMAT) throw new CommandError(`the backup has format ${format}: a newer release can read it`);
  const read = manifest.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new CommandError(`${MANIFEST} is damaged at ${read.error.issues[0]?.path.join('.') || 'its beginning'}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the newest complete run that saw the database at or before a time. @throws CommandError if there is none */
export async function findRunAt(folder: string, at: number): Promise<string> {
  const names = (await readdir(runsFolder(folder)).catch((): string[] => [])).sort().reverse();
  for (const name of names) {
    const run = join(runsFolder(folder), name);
    if (!(await readdir(run)).includes(MANIFEST)) continue;
    if (Date.parse((await readManifest(run)).snapshotAt) <= at) return run;
  }
  throw new CommandError(`${folder} holds no backup of ${new Date(at).toISOString()} or before`);
}

/** Returns the folder of the newest complete run, or of the named one. @throws Error if there is none */
export async function findRun(folder: string, name?: string): Promise<string> {
  const runs = (await readdir(runsFolder(folder)).catch((): string[] => [])).sort().reverse();
  if (runs.length === 0) throw new CommandError(`${folder} holds no backup`);
  if (name !== undefined) {
    if (runs.includes(name)) return join(runsFolder(folder), name);
    throw new CommandError(`there is no run ${name}; there are: ${runs.join(', ')}`);
  }
  for (const run of runs) {
    if ((await readdir(join(runsFolder(folder), run))).includes(MANIFEST)) return join(runsFolder(folder), run);
  }
  // Return the newest run, so that reading it reports its defect.
  return join(runsFolder(folder), runs[0]!);
}
