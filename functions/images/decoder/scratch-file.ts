import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncodedImage, Original } from './protocol.ts';

/** The file's descriptor in the decoder process, after stdin, stdout, stderr and IPC. */
export const SCRATCH = 4;

/**
 * A file that only this process and one decoder process have: originals go in, renditions come out. A pipe, with its
 * many small reads, costs more (`tests/bench/images`: 1.4 instead of 1.2 times the processor time from memory). The file
 * has no name, so that the system removes it with the last of both processes, however they end, and the decoder needs no
 * right to any path.
 */
export class ScratchFile {
  #file: number | null;
  #length = 0;

  /** @param start starts the decoder process, which inherits the descriptor */
  constructor(start: (descriptor: number) => void) {
    const path = join(tmpdir(), `albumen-decoder-${randomUUID()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    start(this.#file);
  }

  /**
   * Appends an original. Ends early without an error once the file is closed.
   * @throws Error if the original cannot be read completely or has another length than announced, or the disk is full
   */
  async append({ size, body }: Original): Promise<void> {
    const end = this.#length + size;
    for await (const chunk of body) {
      if (this.#file === null) return;
      if (this.#length + chunk.length > end) throw new Error(`original is longer than ${size}`);
      // Synchronous: the bytes go no further than the page cache, and a thread would cost more than the copy.
      writeFully(this.#file, chunk, this.#length);
      this.#length += chunk.length;
    }
    if (this.#length !== end && this.#file !== null)
      throw new Error(`original ended ${end - this.#length} bytes early`);
  }

  /**
   * Takes the images of these sizes out of the file.
   * @throws Error if it contains other bytes: the file is shared by the images of different customers
   */
  take(sizes: readonly number[]): EncodedImage[] {
    if (this.#file === null) throw new Error('the decoder has ended');
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const { size: found } = fstatSync(this.#file);
    if (found !== total) throw new Error(`the decoder wrote ${found} bytes, told of ${total}`);
    const all = readFully(this.#file, 0, total);
    let at = 0;
    return sizes.map((size) => all.subarray(at, (at += size)));
  }

  /** Removes all bytes. */
  clear(): void {
    this.#length = 0;
    if (this.#file !== null) ftruncateSync(this.#file, 0);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/** Replaces the content of an open file. */
export function replaceContent(file: number, parts: readonly Uint8Array[]): void {
  ftruncateSync(file, 0);
  let at = 0;
  for (const part of parts) {
    writeFully(file, part, at);
    at += part.length;
  }
}

function writeFully(file: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, position + at);
}

/**
 * Reads `size` bytes into `bytes`, by default into new memory.
 * @throws Error if the file ends before
 */
export function readFully(
  file: number,
  position: number,
  size: number,
  bytes: EncodedImage = Buffer.allocUnsafeSlow(size),
): EncodedImage {
  for (let at = 0; at < size;) {
    const read = readSync(file, bytes, at, size - at, position + at);
    if (read === 0) throw new Error('the file ended early');
    at += read;
  }
  return bytes;
}
