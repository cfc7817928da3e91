import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { CopiedObject } from './catalog.ts';
import { measure } from './dump-tables.ts';
import { INDEX, isOurKey } from './folder.ts';
import { linesOf, unzipped } from './lines.ts';
import type { Manifest } from './manifest.ts';

const entry = z.strictObject({
  bucket: z.enum(['originals', 'renditions']),
  // Validated because it becomes a path.
  key: z.string().refine(isOurKey),
  size: z.int().min(0),
  etag: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  contentType: z.string(),
  cacheControl: z.string().nullable(),
});

/** Writes the objects of a run, one per line. */
export async function writeIndex(run: string, objects: Iterable<CopiedObject>): Promise<Manifest['objects']> {
  let [count, totalBytes] = [0, 0];
  function* lines() {
    for (const object of objects) {
      count += 1;
      totalBytes += object.size;
      yield `${JSON.stringify(object)}\n`;
    }
  }
  const measured = measure();
  const file = createWriteStream(join(run, INDEX), { mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), createGzip(), measured.stream, file);
  return { count, totalBytes, ...measured.result() };
}

/** Generates the objects of a run. @throws Error naming the damaged line */
export async function* readIndex(run: string): AsyncGenerator<CopiedObject> {
  let number = 0;
  for await (const line of linesOf(unzipped(join(run, INDEX)))) {
    number += 1;
    yield parseEntry(line, number);
  }
}

function parseEntry(line: string, number: number): CopiedObject {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    throw new Error(`${INDEX} is damaged in line ${number}`);
  }
}
