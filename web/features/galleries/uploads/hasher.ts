import type { FileHashes } from './file-hash.ts';
import type { HashResult, HashTask } from './hash-worker.ts';

/** Hashes files beside the screen's own thread. */
export class Hasher {
  readonly #waiting = new Map<number, (hashes: FileHashes | null) => void>();
  #worker: Worker | null = null;
  #tasks = 0;

  /** Of the content; null when they cannot be told, and then nothing is asked about duplicates. */
  hash(file: File): Promise<FileHashes | null> {
    const { promise, resolve } = Promise.withResolvers<FileHashes | null>();
    const id = (this.#tasks += 1);
    this.#waiting.set(id, resolve);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, file } satisfies HashTask);
    return promise;
  }

  /** Ends the worker; what waits for it gets null. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { id, hashes } }: MessageEvent<HashResult>) => {
      this.#waiting.get(id)?.(hashes);
      this.#waiting.delete(id);
    });
    // It could not be loaded, or died of its memory: uploads go on without it.
    worker.addEventListener('error', () => this.close());
    return worker;
  }
}
