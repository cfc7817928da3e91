import { z } from 'zod';

/**
 * Crockford's base 32 in lower case, without i, l, o, u: ids are easy to read aloud and type. 32 letters, so a byte
 * maps without bias.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Number of letters of each kind of id; five bits a letter. */
export const ID_LENGTH = {
  account: 10,
  /** Letters of a gallery id after its account's id: an image token covers an account by this prefix (decisions §4). */
  galleryTail: 16,
  row: 20,
  /** Changes with every change of a photo's pixels. Unguessable, since it is part of the rendition's URL. */
  file: 24,
} as const;

const idSchema = (length: number) => z.string().regex(new RegExp(`^[${ALPHABET}]{${length}}$`));

export const accountId = idSchema(ID_LENGTH.account);
export const galleryId = idSchema(ID_LENGTH.account + ID_LENGTH.galleryTail);
export const rowId = idSchema(ID_LENGTH.row);
export const fileId = idSchema(ID_LENGTH.file);
/** Supabase user id, in lower case as Postgres writes it: two spellings must not count as two users. */
export const userId = z.uuid().toLowerCase();

/** Fills an array with cryptographically strong bytes: `crypto.getRandomValues` of the caller's runtime. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** Returns a random id of `length` letters. */
export function makeId(random: RandomBytes, length: number = ID_LENGTH.row): string {
  let id = '';
  for (const byte of random(new Uint8Array(length))) id += ALPHABET[byte & 31];
  return id;
}

/** Returns a random gallery id that starts with its account's id. */
export function makeGalleryId(random: RandomBytes, account: string): string {
  return account + makeId(random, ID_LENGTH.galleryTail);
}

/** Returns the account id of a gallery id. */
export function parseAccountId(gallery: string): string {
  return gallery.slice(0, ID_LENGTH.account);
}
