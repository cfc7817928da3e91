import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_STATUS } from '#core/api/error-status.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type PartRule, splitIntoParts } from '#core/domain/photos/uploads.ts';
import type { FileHashes } from '#web/features/uploads/hash/file-hash.ts';
import type { StoragePut } from '#web/features/uploads/transfers.ts';
import { isFinished } from '#web/features/uploads/upload-item.ts';
import { UploadQueue } from '#web/features/uploads/upload-queue.ts';
import { type ApiClient, ApiError } from '#web/lib/api/api-client.ts';
import { Killed } from './kill-points.ts';
import type { UploadWorld } from './upload-world.ts';

/** Milliseconds after which an upload counts as stuck, on a busy machine. */
const STUCK_MS = 60_000;
const NO_DELAYS = { retry: [0, 0, 0, 0, 0], completion: 0, completionRetry: [0] };

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** An image to upload, and its hashes. */
export interface SentFile {
  file: File;
  hashes: FileHashes;
}

export function sentFile(bytes: Buffer<ArrayBuffer>, rule: PartRule): SentFile {
  const parts = splitIntoParts(bytes.length, rule).map(({ from, size }) => hashOf(bytes.subarray(from, from + size)));
  const file = new File([bytes], 'IMG_0001.jpg', { type: 'image/jpeg' });
  return { file, hashes: { sha256: hashOf(bytes), ...(parts.length > 0 && { partHashes: parts }) } };
}

interface PageOptions {
  /** True if a killed request only loses its answer; otherwise the page is killed with it. */
  survives: boolean;
  /** Called before each request that it names. */
  before?: (step: 'PUT' | 'complete') => unknown;
}

/** A page with the product's upload queue; each of its requests can be killed before, after and during a PUT. */
export class UploadPage {
  readonly queue: UploadQueue;
  readonly #world: UploadWorld;
  readonly #galleryId: string;
  readonly #sent: SentFile;
  readonly #options: PageOptions;
  #process;
  #isClosed = false;
  /** Requests in progress; also those that a closed page left behind. */
  readonly #requests = new Set<Promise<unknown>>();

  constructor(world: UploadWorld, galleryId: string, sent: SentFile, options: PageOptions = { survives: true }) {
    this.#world = world;
    this.#galleryId = galleryId;
    this.#sent = sent;
    this.#options = options;
    this.#process = world.points.process('page');
    const hasher = { hash: async () => sent.hashes, close: () => undefined };
    const put = (one: StoragePut) => this.#put(one);
    this.queue = new UploadQueue(this.#api(), { put, hasher, delays: NO_DELAYS });
  }

  /** Adds the file, and waits until it is uploaded. */
  async upload(): Promise<void> {
    this.queue.add(this.#galleryId, [this.#sent.file]);
    await this.finished();
  }

  /** Replaces the photo's original by the file. */
  async replace(photoId: string): Promise<void> {
    this.queue.replace(this.#galleryId, photoId, this.#sent.file);
    await this.finished();
  }

  /** Continues the gallery's unfinished uploads with the file, as after a reload; without any the file is uploaded. */
  async resume(): Promise<void> {
    await this.queue.resumeFrom(this.#galleryId, [this.#sent.file], await this.#unfinished());
    await this.finished();
  }

  /** Discards the gallery's unfinished uploads. */
  async discard(): Promise<void> {
    await this.queue.discard(this.#galleryId, await this.#unfinished());
  }

  async #unfinished() {
    const { rows } = await this.#world.database.pool.query<{ id: string; filename: string; size: number }>(
      `select id, filename, size::int from photos where gallery_id = $1 and status = 'uploading'`,
      [this.#galleryId],
    );
    return rows;
  }

  /**
   * Waits until all uploads have ended, and all requests.
   * @throws Killed if the page was closed
   */
  async finished(): Promise<void> {
    const items = () => [...this.queue.list.items().values()];
    for (const until = Date.now() + STUCK_MS; !items().every(isFinished) || this.#requests.size > 0; await delay(1)) {
      if (this.#isClosed) throw new Killed('page');
      if (Date.now() > until) throw new Error(`stuck: ${JSON.stringify(items())}`);
    }
  }

  /** Closes the page, and waits until its connections have ended. */
  async close(): Promise<void> {
    this.#kill();
    await Promise.allSettled(this.#requests);
  }

  #kill(): void {
    this.#isClosed = true;
    this.queue.stop();
  }

  #api(): ApiClient['uploads'] {
    const call = (name: 'presign' | 'complete' | 'cancel') => async (input: { body: unknown }) => {
      if (name === 'complete') await this.#before('complete');
      const answer = await this.#request(name, () => this.#world.call(name, input.body));
      if (answer) return answer;
      throw new ApiError('network', 0);
    };
    return { presign: call('presign'), complete: call('complete'), cancel: call('cancel') } as ApiClient['uploads'];
  }

  async #put({ url, headers, body, signal }: StoragePut): Promise<number> {
    const bytes = Buffer.from(await body.arrayBuffer());
    await this.#before('PUT');
    const send = (until: number) => this.#track(putBytes(url, headers, bytes, until, signal));
    const status = await this.#request(`PUT of ${bytes.length} bytes`, async () => {
      try {
        this.#process.point('in the midst of a PUT');
      } catch (error) {
        void send(bytes.length >> 1);
        throw error;
      }
      return send(bytes.length);
    });
    return status ?? 0;
  }

  async #before(step: 'PUT' | 'complete'): Promise<void> {
    try {
      await this.#options.before?.(step);
    } catch {
      if (!this.#options.survives) this.#kill();
    }
    if (this.#isClosed) await never();
  }

  /**
   * Sends a request.
   * @returns null if it was killed and the page survives
   * @throws ApiError if the server refuses it
   */
  async #request<T>(label: string, work: () => Promise<T>): Promise<T | null> {
    const process = this.#process;
    try {
      return await this.#track(process.around(label, work));
    } catch (error) {
      if (error instanceof AppError) throw new ApiError(error.code, ERROR_STATUS[error.code]);
      if (!this.#options.survives) this.#kill();
      if (this.#isClosed) return await never();
      if (this.#process === process) this.#process = this.#world.points.process('page');
      return null;
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.#requests.delete(tracked));
    this.#requests.add(tracked);
    return tracked;
  }
}

const never = () => new Promise<never>(() => undefined);

/**
 * @param until number of bytes after which the connection is cut
 * @returns the status; 0 without a response
 */
function putBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  until: number,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve) => {
    const options = { method: 'PUT', headers: { ...headers, 'content-length': body.length }, signal };
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode!));
    });
    sent.on('error', () => resolve(0));
    if (until === body.length) sent.end(body);
    else sent.write(body.subarray(0, until), () => sent.destroy());
  });
}
