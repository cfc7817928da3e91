import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { PART_RULES, splitIntoParts } from '#core/domain/photos/uploads.ts';

/** Maximum bytes of a file that the browser's SHA-256 hashes as a whole: it is six times as fast. */
export const WHOLE_BYTES = 16 * 1024 * 1024;
/** Bytes of a larger file held at a time, equal to an upload part. */
export const SLICE_BYTES = PART_RULES.partBytes;

export interface FileHashes {
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  /** SHA-256 of each part in order, hexadecimal, for multipart uploads. */
  partHashes?: string[];
}

/**
 * Hashes a file. Holds at most `WHOLE_BYTES` in memory.
 * @throws if the file cannot be read (any more)
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

/** Uses the browser's SHA-256, which needs all bytes in memory; some files are too large for it. */
async function digest(bytes: ArrayBuffer): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
