import type { HashResult, HashTask } from './hash-worker.ts';

/** Hashes files beside the screen's own thread. */
export class Hasher {
  readonly #waiting = new Map<number, (sha256: string | null) => void>();
  #worker: Worker | null = null;
  #tasks = 0;

  /** Hexadecimal SHA-256 of the content; null when it cannot be told, and then nothing is asked about duplicates. */
  hash(file: File): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
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
    worker.addEventListener('message', ({ data: { id, sha256 } }: MessageEvent<HashResult>) => {
      this.#waiting.get(id)?.(sha256);
      this.#waiting.delete(id);
    });
    // It could not be loaded, or died of its memory: uploads go on without it.
    worker.addEventListener('error', () => this.close());
    return worker;
  }
}
