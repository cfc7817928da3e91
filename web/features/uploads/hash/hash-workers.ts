import type { FileHashes } from './file-hash.ts';
import type { HashResult, HashTask } from './hash-worker.ts';

/** Hashes files in web workers, each file in an idle worker or a new one. */
export class HashWorkers {
  readonly #idle: Worker[] = [];
  /** Busy workers, and the functions that end their tasks. */
  readonly #busy = new Map<Worker, (hashes: FileHashes | null) => void>();

  /** Returns the hashes of the content; null if the file cannot be read, or the worker fails to load or runs out of memory. */
  async hash(file: File): Promise<FileHashes | null> {
    const worker = this.#idle.pop() ?? new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const { promise, resolve } = Promise.withResolvers<FileHashes | null>();
    this.#busy.set(worker, resolve);
    worker.onmessage = ({ data }: MessageEvent<HashResult>) => {
      this.#busy.delete(worker);
      this.#idle.push(worker);
      resolve(data.hashes);
    };
    worker.onerror = () => this.#terminate(worker);
    worker.postMessage({ file } satisfies HashTask);
    return promise;
  }

  /** Terminates the workers; unfinished tasks return null. */
  close(): void {
    for (const worker of [...this.#busy.keys(), ...this.#idle.splice(0)]) this.#terminate(worker);
  }

  #terminate(worker: Worker): void {
    worker.terminate();
    this.#busy.get(worker)?.(null);
    this.#busy.delete(worker);
  }
}
