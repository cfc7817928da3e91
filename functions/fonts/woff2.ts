import { createRequire } from 'node:module';
import { FontError, MAX_SFNT_BYTES } from './sfnt.ts';

/*
 * Google's WOFF2 packs and unpacks fonts. It is WebAssembly in two files of its package, each loaded when it is first
 * used.
 */

const packages = createRequire(import.meta.url);

type Convert = (bytes: Uint8Array) => Promise<Uint8Array>;

/** @throws FontError `truncated`, `too_large`, `corrupt` */
export async function unpackWoff2(bytes: Buffer): Promise<Buffer> {
  if (bytes.length < 20) throw new FontError('truncated');
  if (bytes.readUInt32BE(8) > bytes.length) throw new FontError('truncated');
  if (bytes.readUInt32BE(16) > MAX_SFNT_BYTES) throw new FontError('too_large');
  const decompress = packages('wawoff2/decompress.js') as Convert;
  try {
    // Its result is a view of memory that the next call writes to.
    const unpacked = previous.then(async () => Buffer.from(await decompress(bytes)));
    previous = unpacked.catch(() => undefined);
    return await unpacked;
  } catch {
    throw new FontError('corrupt');
  }
}

let previous: Promise<unknown> = Promise.resolve();

export async function packWoff2(sfnt: Uint8Array): Promise<Buffer> {
  const compress = packages('wawoff2/compress.js') as Convert;
  return Buffer.from(await compress(sfnt));
}
