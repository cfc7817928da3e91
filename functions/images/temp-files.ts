import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredObject } from './objects.ts';

const BATCH_BYTES = 2 * 1024 * 1024;

/** Lends an empty folder that is gone afterwards, whatever happened: a warm function would fill its disk. */
export async function withTempFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-image-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an object to a file. Throws Error when fewer bytes came than promised. */
export async function download(object: StoredObject, path: string): Promise<void> {
  const written = await writeChunks(object.body, path);
  if (written !== object.size) throw new Error(`original ended at ${written} of ${object.size}`);
}

/** Gathers small chunks: a stream that writes each by itself costs twice the time. Answers the bytes written. */
async function writeChunks(body: ReadableStream<Uint8Array>, path: string): Promise<number> {
  const file = await open(path, 'wx');
  let written = 0;
  let chunks: Uint8Array[] = [];
  let gathered = 0;
  const flush = async () => {
    if (gathered > 0) written += (await file.writev(chunks)).bytesWritten;
    chunks = [];
    gathered = 0;
  };
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      gathered += chunk.length;
      if (gathered >= BATCH_BYTES) await flush();
    }
    await flush();
    return written;
  } finally {
    await file.close();
  }
}
