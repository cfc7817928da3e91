import { AppError } from '#core/domain/errors.ts';
import type { UploadedPart } from '../platform/storage/multipart.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { SizedEntry } from './zip.ts';

/** What is read by one request. A whole original in one would end with the request's time where the way out is slow. */
const RANGE_BYTES = 8 * 1024 ** 2;
/** Read ahead of who writes: many small pictures at a time, or a few pieces of large ones. */
const READ_AHEAD = { requests: 16, bytes: 3 * RANGE_BYTES } as const;

interface Range {
  entry: SizedEntry;
  from: number;
  /** Included. */
  to: number;
}

function* splitIntoRanges(entries: readonly SizedEntry[]): Generator<Range> {
  for (const entry of entries) {
    for (let from = 0; from < entry.size; from += RANGE_BYTES) {
      yield { entry, from, to: Math.min(from + RANGE_BYTES, entry.size) - 1 };
    }
  }
}

/** Reads the bytes of entries, strictly in their order, so many requests ahead. */
export class RangeReader {
  readonly #wanted: Generator<Range>;
  readonly #ahead: { range: Range; bytes: Promise<Uint8Array<ArrayBuffer>> }[] = [];
  readonly #read: (range: Range) => Promise<Uint8Array<ArrayBuffer>>;

  constructor(storage: Pick<Storage, 'get'>, bucket: BucketName, entries: readonly SizedEntry[]) {
    this.#wanted = splitIntoRanges(entries);
    this.#read = (range) => readRange(storage, bucket, range);
  }

  /** The next entry's bytes. */
  async *of(entry: SizedEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    this.#fill();
    while (this.#ahead[0]?.range.entry === entry) {
      const bytes = await this.#ahead.shift()!.bytes;
      this.#fill();
      yield bytes;
    }
  }

  #fill(): void {
    const ahead = () => this.#ahead.reduce((sum, { range }) => sum + range.to - range.from + 1, 0);
    while (this.#ahead.length === 0 || (this.#ahead.length < READ_AHEAD.requests && ahead() < READ_AHEAD.bytes)) {
      const next = this.#wanted.next();
      if (next.done) return;
      const bytes = this.#read(next.value);
      // Whoever takes it meets the failure; until then it is not an unhandled one.
      bytes.catch(() => undefined);
      this.#ahead.push({ range: next.value, bytes });
    }
  }
}

/** @throws AppError `archive_outdated` when the object is gone, or another one than was counted on */
async function readRange(
  storage: Pick<Storage, 'get'>,
  bucket: BucketName,
  { entry, from, to }: Range,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await storage.get(bucket, entry.key, { from, to });
  if (!response) throw new AppError('archive_outdated');
  const total = Number(response.headers.get('content-range')?.split('/')[1]);
  if (total !== entry.size) {
    await response.body?.cancel();
    throw new AppError('archive_outdated');
  }
  const bytes = new Uint8Array(await response.arrayBuffer().catch(unavailable));
  if (bytes.byteLength !== to - from + 1) throw new AppError('unavailable');
  return bytes;
}

function unavailable(): never {
  throw new AppError('unavailable');
}

/** S3 takes 10,000 parts of 5 MiB and more: with this, objects of 156 GiB. */
const PART_BYTES = 16 * 1024 ** 2;
/** Sent at a time, while the next is filled. */
const MAX_CONCURRENT_PARTS = 2;

/**
 * Stores a stream of any length as an object among the renditions, in parts; answers its bytes. Holds the parts that
 * are on their way and the one that is filled, and reads no faster than they leave. Whatever goes wrong, nothing of it
 * stays behind.
 */
export async function storeStream(
  { multipart }: Pick<Storage, 'multipart'>,
  key: string,
  stream: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await multipart.create('renditions', key, contentType);
  try {
    const { parts, size } = await sendParts(stream, (number, body) =>
      multipart.uploadPart('renditions', key, uploadId, number, body),
    );
    // Another run took it for abandoned.
    if (!(await multipart.complete('renditions', key, uploadId, parts))) throw new AppError('unavailable');
    return size;
  } catch (error) {
    await multipart.abort('renditions', key, uploadId).catch(() => undefined);
    throw error;
  }
}

type SendPart = (number: number, body: Uint8Array<ArrayBuffer>) => Promise<UploadedPart>;

async function sendParts(stream: ReadableStream<Uint8Array>, send: SendPart) {
  const parts: UploadedPart[] = [];
  const sending = new Set<Promise<void>>();
  const free: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let number = 0;
  const dispatch = async (buffer: Uint8Array<ArrayBuffer>, length: number) => {
    while (sending.size >= MAX_CONCURRENT_PARTS) await Promise.race(sending);
    const sent = send(++number, buffer.subarray(0, length)).then((part) => {
      parts.push(part);
      free.push(buffer);
    });
    const one = sent.finally(() => sending.delete(one));
    one.catch(() => undefined);
    sending.add(one);
  };
  try {
    let buffer = new Uint8Array(PART_BYTES);
    let filled = 0;
    for await (const chunk of stream) {
      for (let taken = 0; taken < chunk.length;) {
        const piece = chunk.subarray(taken, taken + PART_BYTES - filled);
        buffer.set(piece, filled);
        [taken, filled] = [taken + piece.length, filled + piece.length];
        if (filled < PART_BYTES) continue;
        await dispatch(buffer, filled);
        [buffer, filled] = [free.pop() ?? new Uint8Array(PART_BYTES), 0];
      }
      size += chunk.length;
    }
    if (filled > 0) await dispatch(buffer, filled);
    await Promise.all(sending);
    return { parts, size };
  } catch (error) {
    // Nothing may still be on its way when the upload is aborted: it would be stored after that, for nobody.
    await Promise.allSettled(sending);
    throw error;
  }
}
