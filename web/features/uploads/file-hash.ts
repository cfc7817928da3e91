import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { PART_RULES, splitIntoParts } from '#core/domain/uploads.ts';

/** Up to this many bytes the browser's own SHA-256 takes a file at once: it is six times as fast. */
export const WHOLE_BYTES = 16 * 1024 * 1024;
/** Bytes of a larger file that are held at a time: the parts it is sent in. */
export const SLICE_BYTES = PART_RULES.partBytes;

export interface FileHashes {
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  /** The same of each part, in order, of a file that is sent in parts. */
  partHashes?: string[];
}

/**
 * No more of the file than `WHOLE_BYTES` is ever in memory.
 * @throws when it cannot be read (any more)
 */
export async function hashFile(file: Blob): Promise<FileHashes> {
  if (file.size <= WHOLE_BYTES) return { sha256: await digest(await file.arrayBuffer()) };
  const [whole, partHashes] = [sha256.create(), [] as string[]];
  const inParts = splitIntoParts(file.size).length > 0;
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const slice = await file.slice(at, at + SLICE_BYTES).arrayBuffer();
    whole.update(new Uint8Array(slice));
    if (inParts) partHashes.push(await digest(slice));
  }
  return { sha256: bytesToHex(whole.digest()), ...(inParts && { partHashes }) };
}

/** The browser's own takes all bytes at once, and some files are too large to hold. */
async function digest(bytes: ArrayBuffer): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
