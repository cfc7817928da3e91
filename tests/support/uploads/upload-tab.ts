import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { uploads } from '#core/api/uploads.ts';
import { type PartRule, splitIntoParts } from '#core/domain/uploads.ts';
import { newId } from '../rows.ts';
import { Killed, type Process } from './kill-points.ts';
import type { UploadWorld } from './upload-world.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** An image to upload, and the browser's data about it. */
export interface SentFile {
  bytes: Buffer;
  sha256: string;
  announcement: { filename: string; size: number; type: string; sha256: string; partHashes?: string[] };
}

export function sentFile(bytes: Buffer, rule: PartRule): SentFile {
  const parts = splitIntoParts(bytes.length, rule).map(({ from, size }) => hashOf(bytes.subarray(from, from + size)));
  const file = { filename: 'IMG_0001.jpg', size: bytes.length, type: 'image/jpeg', sha256: hashOf(bytes) };
  return { bytes, sha256: file.sha256, announcement: parts.length > 0 ? { ...file, partHashes: parts } : file };
}

interface Signed {
  url: string;
  headers: Record<string, string>;
}

/** Uploads one file as the upload manager does, request by request, in a tab that can be killed between any two. */
export class UploadTab {
  readonly #world: UploadWorld;
  readonly #process: Process;
  readonly #galleryId: string;
  readonly #file: SentFile;
  readonly photoId: string;
  readonly #replaces: boolean;

  constructor(world: UploadWorld, galleryId: string, file: SentFile, photoId: string = newId(), replaces = false) {
    this.#world = world;
    this.#process = world.points.process('tab');
    this.#galleryId = galleryId;
    this.#file = file;
    this.photoId = photoId;
    this.#replaces = replaces;
  }

  async announce(): Promise<ResponseOf<(typeof uploads)['presign']>> {
    const file = { photoId: this.photoId, ...this.#file.announcement, ...(this.#replaces && { replaces: true }) };
    const body = { galleryId: this.#galleryId, files: [file] };
    return await this.#process.around('presign', () => this.#world.call('presign', body));
  }

  async send(): Promise<void> {
    const signed = await this.announce();
    for (const [from, size, one] of this.#missing(signed)) {
      const body = this.#file.bytes.subarray(from, from + size);
      await this.#process.around(`PUT of ${size} bytes`, async () => {
        this.#cut(one, body);
        await put(one, body, body.length);
      });
    }
  }

  async complete(): Promise<ResponseOf<(typeof uploads)['complete']>> {
    return await this.#process.around('complete', () =>
      this.#world.call('complete', { galleryId: this.#galleryId, photoIds: [this.photoId] }),
    );
  }

  async cancel(): Promise<void> {
    const body = { galleryId: this.#galleryId, photoIds: [this.photoId] };
    await this.#process.around('cancel', () => this.#world.call('cancel', body));
  }

  /** PUTs whose connection broke midway; nobody waits for them here. */
  readonly cuts: Promise<void>[] = [];

  #cut(one: Signed, body: Buffer): void {
    try {
      this.#process.point('in the midst of a PUT');
    } catch (error) {
      if (error instanceof Killed) this.cuts.push(put(one, body, body.length >> 1).catch(() => undefined));
      throw error;
    }
  }

  #missing({
    uploads: whole,
    multipart,
    refused,
  }: ResponseOf<(typeof uploads)['presign']>): [number, number, Signed][] {
    if (refused.length > 0) throw new Error(`refused: ${refused[0]!.code}`);
    const [one] = whole;
    if (one) return [[0, this.#file.bytes.length, one]];
    return multipart.flatMap(({ partBytes, parts }) =>
      parts.map(({ number, ...signed }): [number, number, Signed] => {
        const from = (number - 1) * partBytes;
        return [from, Math.min(partBytes, this.#file.bytes.length - from), signed];
      }),
    );
  }
}

/** @param until number of bytes after which the connection is cut */
function put({ url, headers }: Signed, body: Buffer, until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { ...headers, 'content-length': body.length } }, (answer) => {
      answer.resume();
      // 412: an earlier attempt arrived.
      if (answer.statusCode === 200 || answer.statusCode === 412) answer.on('end', () => resolve());
      else reject(new Error(`PUT answered ${answer.statusCode}`));
    });
    sent.on('error', reject);
    if (until === body.length) sent.end(body);
    else sent.write(body.subarray(0, until), () => sent.destroy());
  });
}
