import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

export const checksumAlgorithms = ['crc32', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** `value` is base64, followed by `-N` for a checksum of N parts' checksums. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

interface RunningDigest {
  update(chunk: Uint8Array): unknown;
  digest(): Buffer;
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function startCrc32(): RunningDigest {
  let value = 0;
  return { update: (chunk) => (value = crc32(chunk, value)), digest: () => bigEndian(value) };
}

const starts: Record<ChecksumAlgorithm, () => RunningDigest> = {
  crc32: startCrc32,
  sha256: () => createHash('sha256'),
};

export function startDigest(algorithm: ChecksumAlgorithm): RunningDigest {
  return starts[algorithm]();
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm}`;
}

/** Returns the name of the checksum's element in S3's XML. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm.toUpperCase()}`;
}

/** Returns the checksum of a multipart object: that of its parts' raw checksums, with their number. */
export function composeChecksum(algorithm: ChecksumAlgorithm, parts: readonly Checksum[]): Checksum {
  const digest = startDigest(algorithm);
  for (const part of parts) digest.update(Buffer.from(part.value, 'base64'));
  return { algorithm, value: `${digest.digest().toString('base64')}-${parts.length}` };
}

/** @throws S3Error NotImplemented for an algorithm that this server lacks */
export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = checksumAlgorithms.find((known) => known === name.toLowerCase());
  if (!algorithm) throw new S3Error('NotImplemented', `The checksum algorithm ${name} is not implemented.`);
  return algorithm;
}

/** A checksum announced by the client: its value in a header, or following in the trailer. */
export interface DeclaredChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string | undefined;
}

/** @throws S3Error InvalidRequest, NotImplemented */
export function readDeclaredChecksum(headers: ReadonlyMap<string, string>): DeclaredChecksum | undefined {
  const prefix = 'x-amz-checksum-';
  const found = [...headers.keys()].filter((name) => /^x-amz-checksum-(?!algorithm$|type$|mode$)/.test(name));
  const trailer = headers.get('x-amz-trailer');
  if (found.length + (trailer === undefined ? 0 : 1) > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  if (trailer !== undefined) {
    const name = trailer.trim().toLowerCase();
    if (!name.startsWith(prefix)) {
      throw new S3Error('InvalidRequest', 'The value specified in the x-amz-trailer header is not supported');
    }
    return { algorithm: parseAlgorithm(name.slice(prefix.length)), value: undefined };
  }
  const header = found[0];
  if (header === undefined) {
    if (!headers.has('x-amz-sdk-checksum-algorithm')) return undefined;
    const message =
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer header';
    throw new S3Error('InvalidRequest', message);
  }
  const algorithm = parseAlgorithm(header.slice(prefix.length));
  const value = headers.get(header) ?? '';
  const length = startDigest(algorithm).digest().length;
  if (Buffer.from(value, 'base64').length !== length || Buffer.from(value, 'base64').toString('base64') !== value) {
    throw new S3Error('InvalidRequest', `Value for ${header} header is invalid.`);
  }
  return { algorithm, value };
}
