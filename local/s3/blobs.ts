import { createWriteStream, constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** 256 KiB: fewer system calls than Node's 64 KiB, and small compared with objects. */
const bufferBytes = 256 * 1024;
/** Bytes that a copy reads at a time. */
const copyBytes = 4 * 1024 ** 2;

/**
 * Stores the bytes of objects and parts as immutable files with random names, so keys never become paths. A blob is
 * written to `incoming`, renamed into `blobs` when complete, and valid once a row of the catalog names it. The next
 * start deletes blobs without a row. Files are not synced: the kernel keeps the writes of a killed process, and data
 * need not survive a power failure.
 */
export class Blobs {
  readonly #incoming: string;
  readonly #blobs: string;

  private constructor(directory: string) {
    this.#incoming = join(directory, 'incoming');
    this.#blobs = join(directory, 'blobs');
  }

  /** Opens the store and deletes every file that is not in `live`. */
  static async open(directory: string, live: ReadonlySet<string>): Promise<Blobs> {
    const blobs = new Blobs(directory);
    await rm(blobs.#incoming, { recursive: true, force: true });
    await mkdir(blobs.#incoming, { recursive: true });
    await mkdir(blobs.#blobs, { recursive: true });
    for (const shard of await readdir(blobs.#blobs)) {
      for (const blob of await readdir(join(blobs.#blobs, shard))) {
        if (!live.has(blob)) await rm(join(blobs.#blobs, shard, blob));
      }
    }
    return blobs;
  }

  #path(blob: string): string {
    return join(this.#blobs, blob.slice(0, 2), blob);
  }

  async #publish(write: (file: string) => Promise<unknown>): Promise<string> {
    const blob = randomUUID();
    const file = join(this.#incoming, blob);
    try {
      await write(file);
      await mkdir(join(this.#blobs, blob.slice(0, 2)), { recursive: true });
      await rename(file, this.#path(blob));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return blob;
  }

  /** Stores the output of the last transform. Leaves no file if a stream or `verify` fails. */
  async write(transforms: readonly Transform[], verify: () => void): Promise<string> {
    return this.#publish(async (file) => {
      await pipeline([...transforms, createWriteStream(file, { highWaterMark: bufferBytes, flags: 'wx' })]);
      verify();
    });
  }

  /** @throws ENOENT if a blob was discarded in the meantime */
  async concatenate(parts: readonly string[]): Promise<string> {
    return this.#publish(async (file) => {
      // One buffer for all: streams would leave as much garbage as the object has bytes.
      const buffer = Buffer.allocUnsafe(copyBytes);
      await using target = await open(file, 'wx');
      for (const part of parts) {
        await using source = await open(this.#path(part), 'r');
        for (;;) {
          const { bytesRead } = await source.read(buffer, 0, copyBytes);
          if (bytesRead === 0) break;
          await target.write(buffer, 0, bytesRead);
        }
      }
    });
  }

  /** @throws ENOENT if the blob was discarded in the meantime */
  async copy(blob: string): Promise<string> {
    return this.#publish((file) => copyFile(this.#path(blob), file, constants.COPYFILE_FICLONE));
  }

  /** An open file stays readable after `discard`. @throws ENOENT if the blob was discarded in the meantime */
  async openBlob(blob: string): Promise<FileHandle> {
    return open(this.#path(blob), 'r');
  }

  /** Streams bytes `start` to `end`, both included, and closes the file. */
  read(file: FileHandle, start: number, end: number): Readable {
    return file.createReadStream({ start, end, highWaterMark: bufferBytes });
  }

  /** Deletes a blob without a row; if that fails, the next start repeats it. */
  async discard(blob: string): Promise<void> {
    await rm(this.#path(blob), { force: true }).catch(() => undefined);
  }
}

/** True for the error of reading a blob that a concurrent request replaced or deleted. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
