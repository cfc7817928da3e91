import { AppError } from '#core/domain/values/errors.ts';
import { readIndexBox } from '#core/domain/photos/video-container.ts';
import { detectVideoType } from '../platform/storage/file-type.ts';
import type { BucketName } from '../platform/storage/s3-client.ts';
import { removeLocation, removeVideoLocation } from '../platform/storage/remove-location.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Bytes per range request. A whole original in one request could exceed the request timeout on a slow connection. */
const RANGE_BYTES = 8 * 1024 ** 2;
/** Read-ahead limits: many small objects, or a few ranges of large ones. */
const READ_AHEAD = { requests: 16, bytes: 3 * RANGE_BYTES } as const;

/** An object of a photo. A video's original is read for both sizes. */
interface ReadEntry {
  key: string;
  /** Bytes. */
  size: number;
  video?: true;
}

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

/** Reads an original as visitors get it if its gallery removes the location: of the same length, in memory. */
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

/** Returns the index of a video without its location; null if it has none, and the video can be delivered as it is. */
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
