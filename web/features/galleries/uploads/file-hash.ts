import { Sha256 } from './sha256.ts';

/** Up to this many bytes the browser's own SHA-256 takes a file at once: it is four times as fast. */
export const WHOLE_BYTES = 16 * 1024 * 1024;
/** Bytes of a larger file that are held at a time. */
export const SLICE_BYTES = 4 * 1024 * 1024;

/**
 * SHA-256 of a file's content, hexadecimal. No more of it than `WHOLE_BYTES` is ever in memory.
 * @throws when the file cannot be read (any more)
 */
export async function hashFile(file: Blob): Promise<string> {
  if (file.size <= WHOLE_BYTES) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()));
  }
  return hash.digest();
}
