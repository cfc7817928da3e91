import type { FileHashes } from './file-hash.ts';
import type { HashResult, HashTask } from './hash-worker.ts';

/**
 * Number of workers. A batch is sent only after all its files are hashed. More workers need more memory, and no more
 * processors are free while photos are sorted.
 */
const WORKERS = 2;

interface Reading {
  file: File;
  done: (hashes: FileHashes | null) => void;
}

/** Hashes files in web workers, in order of the calls. */
export class Hasher {
  /** Current task of each worker; null while it is idle. */
  readonly #workers = new Map<Worker, Reading | null>();
  readonly #waiting: Reading[] = [];

  /** Returns the hashes of the content; null on failure, which skips the duplicate check. */
  hash(file: File): Promise<FileHashes | null> {
    const { promise, resolve } = Promise.withResolvers<FileHashes | null>();
    this.#waiting.push({ file, done: resolve });
    this.#next();
    return promise;
  }

  /** Terminates the workers; pending tasks return null. */
  close(): void {
    const unfinished = [...this.#workers.values(), ...this.#waiting.splice(0)];
    for (const worker of this.#workers.keys()) worker.terminate();
    this.#workers.clear();
    for (const reading of unfinished) reading?.done(null);
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
      // Ignore a message sent before the worker was terminated.
      if (!this.#workers.has(worker)) return;
      this.#workers.get(worker)?.done(hashes);
      this.#workers.set(worker, null);
      this.#next();
    });
    // The worker failed to load or ran out of memory: uploads continue without hashes.
    worker.addEventListener('error', () => this.close());
    return worker;
  }
}
