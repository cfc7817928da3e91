import { AppError } from '#core/domain/errors.ts';
import type { BucketName } from '../s3-client.ts';
import type { Storage } from '../storage.ts';
import type { SizedEntry } from './plan.ts';

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
