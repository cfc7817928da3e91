import { Transform, type TransformCallback } from 'node:stream';
import { S3Error } from './errors.ts';

/** Minimum bytes of all chunks but the last. */
const minimumChunkBytes = 8192;
const maximumLineBytes = 8192;

/**
 * Decodes an `aws-chunked` body without chunk signatures. `trailer` names the one trailing header that must follow,
 * available in `trailers` once the stream has ended.
 */
export class ChunkDecoder extends Transform {
  readonly trailers = new Map<string, string>();
  readonly #trailer: string;
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';
  #line = '';
  #remaining = 0;
  #small = false;

  constructor(trailer: string) {
    super();
    this.#trailer = trailer.trim().toLowerCase();
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
    else if (this.#state === 'data-end' && line === '') this.#state = 'size';
    else throw new S3Error('IncompleteBody');
  }

  #startChunk(line: string): void {
    const size = /^[0-9a-f]{1,10}$/i.exec(line);
    if (!size) throw new S3Error('IncompleteBody');
    this.#remaining = Number.parseInt(size[0], 16);
    if (this.#remaining === 0) {
      this.#state = 'trailer';
      return;
    }
    if (this.#small) throw new S3Error('InvalidChunkSizeError');
    this.#small = this.#remaining < minimumChunkBytes;
    this.#state = 'data';
  }

  #readTrailer(line: string): void {
    if (line === '') {
      if (!this.trailers.has(this.#trailer)) throw new S3Error('MalformedTrailerError');
      this.#state = 'done';
      return;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === '' || name !== this.#trailer || this.trailers.has(name)) throw new S3Error('MalformedTrailerError');
    this.trailers.set(name, value);
  }
}
