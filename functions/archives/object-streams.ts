import { AppError } from '#core/domain/errors.ts';
import { readIndexBox } from '#core/domain/video-container.ts';
import { detectVideoType } from '../platform/storage/file-type.ts';
import type { UploadedPart } from '../platform/storage/multipart.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import { removeLocation, removeVideoLocation } from '../platform/storage/remove-location.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { SizedEntry } from './zip.ts';

/** Bytes per range request. A whole original in one request could exceed the request timeout on a slow connection. */
const RANGE_BYTES = 8 * 1024 ** 2;
/** Read-ahead limits: many small objects, or a few ranges of large ones. */
const READ_AHEAD = { requests: 16, bytes: 3 * RANGE_BYTES } as const;

type ReadEntry = Pick<SizedEntry, 'key' | 'size' | 'video'>;

interface Range {
  entry: ReadEntry;
  from: number;
  /** Inclusive. */
  to: number;
}

function* splitIntoRanges(entries: readonly ReadEntry[]): Generator<Range> {
  for (const entry of entries) {
    for (let from = 0; from < entry.size; from += RANGE_BYTES) {
      yield { entry, from, to: Math.min(from + RANGE_BYTES, entry.size) - 1 };
    }
  }
}

/** Reads the bytes of entries strictly in order, with several requests ahead. A video is read from its original. */
export class RangeReader {
  readonly #wanted: Generator<Range>;
  readonly #ahead: { range: Range; bytes: Promise<Uint8Array<ArrayBuffer>> }[] = [];
  readonly #read: (range: Range) => Promise<Uint8Array<ArrayBuffer>>;

  constructor(storage: Pick<Storage, 'get'>, bucket: BucketName, entries: readonly ReadEntry[]) {
    this.#wanted = splitIntoRanges(entries);
    this.#read = (range) => readRange(storage, range.entry.video ? 'originals' : bucket, range);
  }

  /** Yields the bytes of the next entry. */
  async *of(entry: ReadEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
      // The consumer awaits this promise later and gets the error then; until then it must not count as an unhandled
      // rejection.
      bytes.catch(() => undefined);
      this.#ahead.push({ range: next.value, bytes });
    }
  }
}

/** Reads an original as visitors get it if its gallery removes the place: of the same length, in memory. */
export async function readWithoutLocation(pieces: RangeReader, entry: ReadEntry): Promise<Buffer<ArrayBuffer>> {
  const whole = Buffer.from(new ArrayBuffer(entry.size));
  let filled = 0;
  for await (const piece of pieces.of(entry)) {
    whole.set(piece, filled);
    filled += piece.length;
  }
  removeLocation(whole);
  return whole;
}

type Index = { from: number; bytes: Uint8Array };

/** Returns the index of a video without its place; null if it has none, and the video can be delivered as it is. */
export async function indexWithoutLocation(storage: Pick<Storage, 'get'>, entry: ReadEntry): Promise<Index | null> {
  const read = (from: number, to: number) => readRange(storage, 'originals', { entry, from, to: to - 1 });
  // WebM has no box for it.
  if (detectVideoType(await read(0, Math.min(16, entry.size)))?.type === 'webm') return null;
  const { from, bytes } = await readIndexBox(entry.size, read);
  const index = Buffer.from(bytes);
  return removeVideoLocation(index) ? { from, bytes: index } : null;
}

/** Yields a video with another index of the same length. Holds the index and one piece in memory. */
export async function* withIndex(pieces: AsyncIterable<Uint8Array>, index: Index | null): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    if (index) overwrite(piece, at, index);
    at += piece.length;
    yield piece;
  }
}

/** @param at offset of the piece in the file */
function overwrite(piece: Uint8Array, at: number, { from, bytes }: Index): void {
  const [start, end] = [Math.max(at, from), Math.min(at + piece.length, from + bytes.length)];
  if (start < end) piece.set(bytes.subarray(start - from, end - from), start - at);
}

/** @throws AppError `archive_outdated` if the object is gone or has another size than the entry */
async function readRange(
  storage: Pick<Storage, 'get'>,
  bucket: BucketName,
  { entry, from, to }: Range,
): Promise<Uint8Array<ArrayBuffer>> {
  const object = await storage.get(bucket, entry.key, { from, to });
  if (object?.size !== entry.size) throw new AppError('archive_outdated');
  if (object.bytes.byteLength !== to - from + 1) throw new AppError('unavailable');
  return object.bytes;
}

/** S3 takes 10,000 parts of at least 5 MiB; this size allows objects of 156 GiB. */
const PART_BYTES = 16 * 1024 ** 2;
/** Concurrent part uploads, while the next part is filled. */
const MAX_CONCURRENT_PARTS = 2;

/**
 * Stores a stream of any length as a multipart object in the rendition bucket. Buffers only the parts in flight and the
 * one being filled, so it applies back-pressure. Aborts the upload on any error.
 * @returns the number of bytes
 */
export async function storeStream(
  { multipart }: Pick<Storage, 'multipart'>,
  key: string,
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const uploadId = await multipart.create('renditions', key, contentType);
  try {
    const { parts, size } = await sendParts(stream, (number, body) =>
      multipart.uploadPart('renditions', key, uploadId, number, body),
    );
    // Another run aborted this upload as abandoned.
    if ((await multipart.complete('renditions', key, uploadId, parts)) !== 'stored') throw new AppError('unavailable');
    return size;
  } catch (error) {
    await multipart.abort('renditions', key, uploadId).catch(() => undefined);
    throw error;
  }
}

type SendPart = (number: number, body: Uint8Array<ArrayBuffer>) => Promise<UploadedPart>;

async function sendParts(stream: AsyncIterable<Uint8Array>, send: SendPart) {
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
    // Wait for requests in flight before the abort: S3 would otherwise store their parts after it.
    await Promise.allSettled(sending);
    throw error;
  }
}
