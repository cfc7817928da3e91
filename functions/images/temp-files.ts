import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#core/domain/errors.ts';
import { MAX_INPUT_BYTES } from './limits.ts';
import type { StoredObject } from './objects.ts';

/** Lends an empty folder that is gone afterwards, whatever happened: a warm function would fill its disk. */
export async function withTempFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'albumen-image-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an object to a file. Throws AppError `too_large`, `empty`, or an error when fewer bytes came than promised. */
export async function download(object: StoredObject, path: string): Promise<void> {
  if (object.size > MAX_INPUT_BYTES || object.size === 0) {
    await object.body.cancel();
    throw new AppError(object.size === 0 ? 'empty' : 'too_large');
  }
  const file = createWriteStream(path);
  await pipeline(Readable.fromWeb(object.body), file);
  if (file.bytesWritten !== object.size) throw new Error(`original ended at ${file.bytesWritten} of ${object.size}`);
}
