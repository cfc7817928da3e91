import { createHash, createHmac, type Hash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './errors.ts';
import { type ChunkSeed, equalSignatures } from './signature.ts';

/** Minimum bytes of all chunks but the last. */
const minimumChunkBytes = 8192;
const maximumLineBytes = 8192;
const emptyHash = createHash('sha256').digest('hex');

/**
 * Verifies the chunk signatures of a `STREAMING-AWS4-HMAC-SHA256-PAYLOAD` body: each covers its chunk and the previous
 * signature. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
class ChunkChain {
  #seed: ChunkSeed;
  #previous: string;
  #hash: Hash = createHash('sha256');

  constructor(seed: ChunkSeed) {
    this.#seed = seed;
    this.#previous = seed.signature;
  }

  update(data: Buffer): void {
    this.#hash.update(data);
  }

  #advance(algorithm: string, hashes: readonly string[], claimed: string): void {
    const { signingKey, timestamp, scope } = this.#seed;
    const toSign = [algorithm, timestamp, scope, this.#previous, ...hashes].join('\n');
    const signature = createHmac('sha256', signingKey).update(toSign).digest('hex');
    if (!equalSignatures(signature, claimed)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = signature;
  }

  endChunk(claimed: string): void {
    this.#advance('AWS4-HMAC-SHA256-PAYLOAD', [emptyHash, this.#hash.digest('hex')], claimed);
    this.#hash = createHash('sha256');
  }

  endTrailer(trailers: ReadonlyMap<string, string>, claimed: string): void {
    const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('');
    this.#advance('AWS4-HMAC-SHA256-TRAILER', [createHash('sha256').update(text).digest('hex')], claimed);
  }
}

/**
 * Decodes an `aws-chunked` body. `seed` is given for signed chunks; `trailer` names the one trailing header that must
 * follow, available in `trailers` once the stream has ended.
 */
export class ChunkDecoder extends Transform {
  readonly trailers = new Map<string, string>();
  readonly #chain: ChunkChain | undefined;
  readonly #trailer: string | undefined;
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';
  #line = '';
  #remaining = 0;
  #signature = '';
  #small = false;

  constructor(seed: ChunkSeed | undefined, trailer: string | undefined) {
    super();
    this.#chain = seed && new ChunkChain(seed);
    this.#trailer = trailer?.trim().toLowerCase();
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    try {
      for (let offset = 0; offset < bytes.length;) {
        offset += this.#state === 'data' ? this.#takeData(bytes, offset) : this.#takeLine(bytes, offset);
      }
      callback();
    } catch (error) {
      callback(error as Error);
    }
  }

  override _flush(callback: TransformCallback): void {
    if (this.#state === 'done') callback();
    else callback(new S3Error(this.#state === 'trailer' ? 'MalformedTrailerError' : 'IncompleteBody'));
  }

  #takeData(bytes: Buffer, offset: number): number {
    const data = bytes.subarray(offset, offset + this.#remaining);
    this.#chain?.update(data);
    this.push(data);
    this.#remaining -= data.length;
    if (this.#remaining === 0) this.#state = 'data-end';
    return data.length;
  }

  /** Collects bytes up to the next CRLF, possibly in a later buffer, and processes the line without it. */
  #takeLine(bytes: Buffer, offset: number): number {
    const feed = bytes.indexOf(0x0a, offset);
    const end = feed < 0 ? bytes.length : feed + 1;
    this.#line += bytes.toString('latin1', offset, end);
    if (this.#line.length > maximumLineBytes) throw new S3Error('IncompleteBody');
    if (feed >= 0) {
      if (!this.#line.endsWith('\r\n')) throw new S3Error('IncompleteBody');
      const line = this.#line.slice(0, -2);
      this.#line = '';
      this.#endLine(line);
    }
    return end - offset;
  }

  #endLine(line: string): void {
    if (this.#state === 'size') this.#startChunk(line);
    else if (this.#state === 'trailer') this.#readTrailer(line);
    else if (this.#state === 'data-end' && line === '') {
      this.#chain?.endChunk(this.#signature);
      this.#state = 'size';
    } else throw new S3Error('IncompleteBody');
  }

  #startChunk(line: string): void {
    const size = /^([0-9a-f]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
    if (!size?.[1] || (this.#chain && !size[2])) throw new S3Error('IncompleteBody');
    this.#remaining = Number.parseInt(size[1], 16);
    this.#signature = size[2] ?? '';
    if (this.#remaining === 0) {
      this.#chain?.endChunk(this.#signature);
      this.#state = 'trailer';
      return;
    }
    if (this.#small) throw new S3Error('InvalidChunkSizeError');
    this.#small = this.#remaining < minimumChunkBytes;
    this.#state = 'data';
  }

  #readTrailer(line: string): void {
    if (line === '') {
      this.#endTrailers();
      return;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (this.#chain && name === 'x-amz-trailer-signature') {
      this.#chain.endTrailer(this.trailers, value);
      this.#signature = '';
    } else if (name !== '' && name === this.#trailer && !this.trailers.has(name)) this.trailers.set(name, value);
    else throw new S3Error('MalformedTrailerError');
  }

  #endTrailers(): void {
    const missing = this.#trailer !== undefined && !this.trailers.has(this.#trailer);
    // A valid trailer signature also covers the last chunk.
    const unsigned = this.#trailer !== undefined && this.#chain !== undefined && this.#signature !== '';
    if (missing || unsigned) throw new S3Error('MalformedTrailerError');
    this.#state = 'done';
  }
}
