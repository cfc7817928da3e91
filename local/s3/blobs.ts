import { createWriteStream, constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** 256 KiB: fewer system calls than Node's 64 KiB, and small compared with objects. */
const bufferBytes = 256 * 1024;
/** Ending of the names of blobs that are a folder of files, which follow one another. */
const joinedEnding = '.joined';

/**
 * Stores the bytes of objects and parts as immutable files with random names, so keys never become paths. The blob of a
 * completed upload is a folder that links its parts: joining them would write each byte twice. A blob is written to
 * `incoming`, renamed into `blobs` when complete, and valid once a row of the catalog names it. The next
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
        if (!live.has(blob)) await rm(join(blobs.#blobs, shard, blob), { recursive: true });
      }
    }
    return blobs;
  }

  #path(blob: string): string {
    return join(this.#blobs, blob.slice(0, 2), blob);
  }

  async #publish(write: (file: string) => Promise<unknown>, ending = ''): Promise<string> {
    const blob = randomUUID() + ending;
    const file = join(this.#incoming, blob);
    try {
      await write(file);
      await mkdir(join(this.#blobs, blob.slice(0, 2)), { recursive: true });
      await rename(file, this.#path(blob));
    } catch (error) {
      await rm(file, { recursive: true, force: true });
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
    return this.#join(parts.map((part) => this.#path(part)));
  }

  /** @throws ENOENT if the blob was discarded in the meantime */
  async copy(blob: string): Promise<string> {
    if (blob.endsWith(joinedEnding)) return this.#join(await this.#files(blob));
    return this.#publish((file) => copyFile(this.#path(blob), file, constants.COPYFILE_FICLONE));
  }

  #join(files: readonly string[]): Promise<string> {
    return this.#publish(async (folder) => {
      await mkdir(folder);
      for (const [index, file] of files.entries()) await link(file, join(folder, String(index).padStart(5, '0')));
    }, joinedEnding);
  }

  async #files(blob: string): Promise<string[]> {
    const path = this.#path(blob);
    if (!blob.endsWith(joinedEnding)) return [path];
    return (await readdir(path)).sort().map((name) => join(path, name));
  }

  /** An open blob stays readable after `discard`. @throws ENOENT if the blob was discarded in the meantime */
  async openBlob(blob: string): Promise<OpenBlob> {
    const opened = new OpenBlob();
    try {
      for (const file of await this.#files(blob)) opened.files.push(await open(file, 'r'));
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Deletes a blob without a row; if that fails, the next start repeats it. */
  async discard(blob: string): Promise<void> {
    await rm(this.#path(blob), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The opened files of a blob, in their order. */
export class OpenBlob {
  readonly files: FileHandle[] = [];

  /** Streams bytes `start` to `end`, both included. */
  read(start: number, end: number): Readable {
    const [first] = this.files;
    if (first && this.files.length === 1) return readFile(first, start, end);
    return Readable.from(this.#readJoined(start, end), { objectMode: false, highWaterMark: bufferBytes });
  }

  async *#readJoined(start: number, end: number): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const file of this.files) {
      const { size } = await file.stat();
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      if (from <= to) yield* readFile(file, from, to) as AsyncIterable<Buffer>;
      offset += size;
      if (offset > end) return;
    }
  }

  async close(): Promise<void> {
    for (const file of this.files) await file.close();
  }
}

function readFile(file: FileHandle, start: number, end: number): Readable {
  return file.createReadStream({ start, end, highWaterMark: bufferBytes, autoClose: false });
}

/** True for the error of reading a blob that a concurrent request replaced or deleted. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
