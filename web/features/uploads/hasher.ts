import type { FileHashes } from './file-hash.ts';
import type { HashResult, HashTask } from './hash-worker.ts';

/**
 * Files that are read at the same time: nothing of a batch is sent before all of it is hashed. More hold more memory
 * and find no more processors where photos are sorted meanwhile.
 */
const WORKERS = 2;

interface Reading {
  file: File;
  done: (hashes: FileHashes | null) => void;
}

/** Hashes files beside the screen's own thread, in the order in which they are asked for. */
export class Hasher {
  /** By worker, what it reads; null while it has nothing to do. */
  readonly #workers = new Map<Worker, Reading | null>();
  readonly #waiting: Reading[] = [];

  /** Of the content; null when they cannot be told, and then nothing is asked about duplicates. */
  hash(file: File): Promise<FileHashes | null> {
    const { promise, resolve } = Promise.withResolvers<FileHashes | null>();
    this.#waiting.push({ file, done: resolve });
    this.#next();
    return promise;
  }

  /** Ends the workers; what waits for them gets null. */
  close(): void {
    const left = [...this.#workers.values(), ...this.#waiting.splice(0)];
    for (const worker of this.#workers.keys()) worker.terminate();
    this.#workers.clear();
    for (const reading of left) reading?.done(null);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle();
    if (!worker) return;
    const reading = this.#waiting.shift()!;
    this.#workers.set(worker, reading);
    worker.postMessage({ file: reading.file } satisfies HashTask);
  }

  #idle(): Worker | undefined {
    for (const [worker, reading] of this.#workers) if (!reading) return worker;
    return this.#workers.size < WORKERS ? this.#start() : undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { hashes } }: MessageEvent<HashResult>) => {
      // Its last word before it was ended.
      if (!this.#workers.has(worker)) return;
      this.#workers.get(worker)?.done(hashes);
      this.#workers.set(worker, null);
      this.#next();
    });
    // It could not be loaded, or died of its memory: uploads go on without it.
    worker.addEventListener('error', () => this.close());
    return worker;
  }
}
