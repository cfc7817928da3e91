import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from './blobs.ts';
import {
  type Checksum,
  type DeclaredChecksum,
  checksumHeader,
  readDeclaredChecksum,
  startDigest,
} from './checksums.ts';
import { ChunkDecoder } from './chunked.ts';
import { S3Error } from './errors.ts';
import type { SignedRequest } from './signature.ts';

/** Maximum bytes of a single upload, 5 GiB. */
const maximumBodyBytes = 5 * 1024 ** 3;
/** Above a DeleteObjects of 1,000 keys of 1,024 bytes and a completion of 10,000 parts. */
const maximumDocumentBytes = 4 * 1024 ** 2;

interface ReceivedBlob {
  readonly blob: string;
  readonly size: number;
  /** Hex MD5. */
  readonly etag: string;
  /** The client's checksum, verified. */
  readonly checksum: Checksum | undefined;
}

/** Counts and hashes the object's bytes. */
class Meter extends Transform {
  size = 0;
  readonly md5 = createHash('md5');
  readonly sha256;
  readonly checksum;
  readonly #limit: number;

  constructor(request: SignedRequest, declared: DeclaredChecksum | undefined, limit: number) {
    super();
    this.sha256 = /^[0-9a-f]{64}$/.test(request.payloadHash) ? createHash('sha256') : undefined;
    this.checksum = declared && startDigest(declared.algorithm);
    this.#limit = limit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.size += chunk.length;
    if (this.size > this.#limit) {
      callback(new S3Error('EntityTooLarge'));
      return;
    }
    this.md5.update(chunk);
    this.sha256?.update(chunk);
    this.checksum?.update(chunk);
    callback(null, chunk);
  }
}

/**
 * Returns the announced length of the object, in bytes. @throws S3Error MissingContentLength, IncompleteBody,
 * EntityTooLarge
 */
function readLength({ headers, payloadHash }: SignedRequest, limit: number): number {
  const streaming = payloadHash.startsWith('STREAMING-');
  const length = headers.get(streaming ? 'x-amz-decoded-content-length' : 'content-length');
  if (length === undefined) {
    if (!streaming && headers.has('transfer-encoding')) {
      throw new S3Error('NotImplemented', 'A header you provided implies functionality that is not implemented', {
        details: { Header: 'Transfer-Encoding' },
      });
    }
    throw new S3Error('MissingContentLength');
  }
  if (!/^\d{1,15}$/.test(length)) throw new S3Error('InvalidArgument', 'The announced length is not a number.');
  if (Number(length) > limit) throw new S3Error('EntityTooLarge');
  return Number(length);
}

function readContentMd5(headers: ReadonlyMap<string, string>): string | undefined {
  const encoded = headers.get('content-md5');
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 16 || bytes.toString('base64') !== encoded) throw new S3Error('InvalidDigest');
  return bytes.toString('hex');
}

/** An incoming body: its streams, and the verification after their end. */
interface Reception {
  readonly transforms: readonly [Transform, ...Transform[]];
  /** @throws S3Error if the bytes differ from those announced */
  readonly verify: () => void;
  readonly result: () => Omit<ReceivedBlob, 'blob'>;
}

function startReception(request: SignedRequest, limit: number): Reception {
  const { headers, payloadHash } = request;
  const length = readLength(request, limit);
  const contentMd5 = readContentMd5(headers);
  const declared = readDeclaredChecksum(headers);
  const trailer = headers.get('x-amz-trailer');
  if ((trailer !== undefined) !== payloadHash.endsWith('-TRAILER')) {
    throw new S3Error('InvalidRequest', 'x-amz-trailer and x-amz-content-sha256 disagree on a trailer.');
  }
  const decoder = trailer === undefined ? undefined : new ChunkDecoder(trailer);
  const meter = new Meter(request, declared, limit);
  let etag = '';
  let checksum: Checksum | undefined;
  return {
    transforms: decoder ? [decoder, meter] : [meter],
    verify() {
      if (meter.size !== length) throw new S3Error('IncompleteBody');
      if (meter.sha256 && meter.sha256.digest('hex') !== payloadHash) throw new S3Error('XAmzContentSHA256Mismatch');
      etag = meter.md5.digest('hex');
      if (contentMd5 !== undefined && contentMd5 !== etag) throw new S3Error('BadDigest');
      if (!declared || !meter.checksum) return;
      const { algorithm } = declared;
      checksum = { algorithm, value: meter.checksum.digest().toString('base64') };
      const promised = declared.value ?? decoder?.trailers.get(checksumHeader(algorithm));
      if (promised !== checksum.value) {
        const name = algorithm.toUpperCase();
        throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
      }
    },
    result: () => ({ size: meter.size, etag, checksum }),
  };
}

/** Pipes the body without owning it: a refusal must not close the connection before the response is sent. */
function feed({ message }: SignedRequest, { transforms: [first] }: Reception): void {
  message.once('error', (error) => first.destroy(error));
  if (message.errored) first.destroy(message.errored);
  message.pipe(first);
}

/** Checks everything possible before `accept` lets a waiting client send its body. */
export async function receiveBlob(request: SignedRequest, blobs: Blobs, accept: () => void): Promise<ReceivedBlob> {
  const reception = startReception(request, maximumBodyBytes);
  accept();
  feed(request, reception);
  const blob = await blobs.write(reception.transforms, reception.verify);
  return { blob, ...reception.result() };
}

/** Reads a small document into memory, with the same verification. */
export async function receiveText(request: SignedRequest, accept: () => void): Promise<string> {
  const reception = startReception(request, maximumDocumentBytes);
  accept();
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      chunks.push(chunk);
      callback();
    },
  });
  feed(request, reception);
  await pipeline([...reception.transforms, sink]);
  reception.verify();
  return Buffer.concat(chunks).toString('utf8');
}
