import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { BucketName } from '../platform/storage/s3-client.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** An object as a sweep reads it. */
export interface SweptObject {
  key: string;
  /** Epoch milliseconds. */
  modifiedAt: number;
}

/** Objects, and the position after them, from which a later run continues. */
export interface SweptPage {
  objects: SweptObject[];
  position: string;
}

/** Prefix of S3's inventories in the bucket of renditions (stacks/storage.ts). */
const PREFIX = 'inventory';
/** Rows in one page: one statement compares them with the database. */
const PAGE_SIZE = 5_000;
/** Bytes in one request; a file is larger than a small function's memory. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/** S3's manifest of an inventory, as far as it is read. Another schema would give wrong keys. */
const manifestSchema = z.object({
  fileFormat: z.literal('CSV'),
  fileSchema: z.literal('Bucket, Key, LastModifiedDate'),
  files: z.array(z.object({ key: z.string() })),
});

/** Position in an inventory: its manifest, and the number of files and rows read. */
interface InventoryPosition {
  manifest: string;
  /** Null when all files are read. */
  file: number | null;
  row: number;
}

const format = ({ manifest, file, row }: InventoryPosition) => `${manifest}#${file ?? 'end'}#${row}`;

function parse(position: string): InventoryPosition | null {
  const [, manifest, file, row] = /^(inventory\/.+\/manifest\.json)#(\d+|end)#(\d+)$/.exec(position) ?? [];
  return manifest === undefined ? null : { manifest, file: file === 'end' ? null : Number(file), row: Number(row) };
}

/** True for a position in an inventory; a listing cannot continue after it. */
export const isInventoryPosition = (position: string): boolean => parse(position) !== null;

/**
 * Reads the bucket's objects from S3's latest daily inventory, in pieces: continues an inventory that was begun, then
 * reads the latest one once. Returns null if there is no inventory. Its objects are those of up to two days ago, in no
 * order, so the caller must check each against today's rows.
 */
export async function inventoryPages(
  storage: Storage,
  bucket: BucketName,
  position: string,
): Promise<AsyncIterable<SweptPage> | null> {
  const latest = await findLatest(storage, bucket);
  if (!latest) return null;
  const begun = parse(position);
  const isUnfinished = begun !== null && begun.file !== null && (await storage.head('renditions', begun.manifest));
  const at = isUnfinished || begun?.manifest === latest ? begun! : { manifest: latest, file: 0, row: 0 };
  return readPages(storage, at);
}

/** S3 writes `<prefix>/<bucket>/<inventory>/<time>/manifest.json` once the files below `…/data/` are complete. */
async function findLatest(storage: Storage, bucket: BucketName): Promise<string | undefined> {
  const prefix = `${PREFIX}/${bucket}/`;
  // Manifests come first: times sort before `data`, and few days are kept.
  const { objects } = await storage.list('renditions', prefix);
  return objects.map(({ key }) => key).findLast((key) => key.startsWith(prefix) && key.endsWith('Z/manifest.json'));
}

async function* readPages(storage: Storage, at: InventoryPosition): AsyncGenerator<SweptPage> {
  if (at.file === null) return;
  const stored = await storage.get('renditions', at.manifest);
  const { files } = manifestSchema.parse(JSON.parse(Buffer.from(stored!.bytes).toString()));
  for (let file = at.file; file < files.length; file += 1) {
    let row = file === at.file ? at.row : 0;
    for await (const objects of readFile(storage, files[file]!.key, row)) {
      row += objects.length;
      yield { objects, position: format({ ...at, file, row }) };
    }
  }
  yield { objects: [], position: format({ ...at, file: null, row: 0 }) };
}

/** Reads one file of an inventory in pages, after the first `skip` rows. */
async function* readFile(storage: Storage, key: string, skip: number): AsyncGenerator<SweptObject[]> {
  let row = 0;
  let page: SweptObject[] = [];
  for await (const line of readLines(storage, key)) {
    row += 1;
    if (row <= skip) continue;
    page.push(parseRow(line));
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* readLines(storage: Storage, key: string): AsyncGenerator<string> {
  const chunks = Readable.from(readChunks(storage, key));
  const unzipped = chunks.pipe(createGunzip()).setEncoding('utf8');
  chunks.on('error', (error) => unzipped.destroy(error));
  let rest = '';
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    chunks.destroy();
  }
  if (rest) yield rest;
}

async function* readChunks(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  for (let from = 0, size = 1; from < size; from += CHUNK_BYTES) {
    const chunk = await storage.get('renditions', key, { from, to: from + CHUNK_BYTES - 1 });
    if (!chunk) throw new Error('a file of an inventory is missing');
    ({ size } = chunk);
    yield chunk.bytes;
  }
}

/** Keys are URL-encoded, so that no value contains a quote or a comma. */
function parseRow(line: string): SweptObject {
  const [, key, modified] = /^"[^"]*","([^"]*)","([^"]*)"\r?$/.exec(line) ?? [];
  if (key === undefined) throw new Error('a row of an inventory has another form');
  return { key: decodeURIComponent(key.replaceAll('+', ' ')), modifiedAt: Date.parse(modified!) };
}

/**
 * Returns those of the keys that are still stored: an inventory names objects that were deleted since. One listing
 * answers for all keys within its 1,000 objects, and for those of an erased gallery, where there are none.
 */
export async function findStored(storage: Storage, bucket: BucketName, keys: readonly string[]): Promise<string[]> {
  // Keys are ASCII, which sorts as in S3.
  const sorted = [...new Set(keys)].toSorted((a, b) => (a < b ? -1 : 1));
  const found: string[] = [];
  for (let at = 0; at < sorted.length;) {
    const first = sorted[at]!;
    const { objects, isLast } = await storage.list(bucket, first.slice(0, -1));
    const listed = new Set(objects.map(({ key }) => key));
    const last = isLast ? undefined : objects.at(-1)!.key;
    const next = last === undefined ? sorted.length : sorted.findLastIndex((key) => key <= last) + 1;
    found.push(...sorted.slice(at, next).filter((key) => listed.has(key)));
    // More than a page of keys differ from this one in the last letter only.
    if (next <= at && (await storage.head(bucket, first))) found.push(first);
    at = Math.max(next, at + 1);
  }
  return found;
}
