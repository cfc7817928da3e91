/* Without schemas, so that public pages can make ids too. */

/**
 * Crockford's base 32 in lower case, without i, l, o, u: ids are easy to read aloud and type. 32 letters, so a byte
 * maps without bias.
 */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Number of letters of a row's id. */
export const ROW_ID_LENGTH = 20;

/** Fills an array with cryptographically strong bytes: `crypto.getRandomValues` of the caller's runtime. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** Returns a random id of `length` letters. */
export function makeId(random: RandomBytes, length: number = ROW_ID_LENGTH): string {
  let id = '';
  for (const byte of random(new Uint8Array(length))) id += ALPHABET[byte & 31];
  return id;
}
