import { z } from 'zod';

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id read aloud or typed stays right. 32 letters, so a byte maps without bias. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Letters of each kind of id; five bits a letter. */
export const ID_LENGTH = {
  account: 10,
  /** What a gallery id has beyond its account's id (decisions §4: one image token covers an account by its prefix). */
  galleryTail: 16,
  row: 20,
  /** Renewed whenever a photo's pixels change; unguessable, since it names its renditions. */
  file: 24,
} as const;

const idSchema = (length: number) => z.string().regex(new RegExp(`^[${ALPHABET}]{${length}}$`));

export const accountId = idSchema(ID_LENGTH.account);
export const galleryId = idSchema(ID_LENGTH.account + ID_LENGTH.galleryTail);
export const rowId = idSchema(ID_LENGTH.row);
export const fileId = idSchema(ID_LENGTH.file);
/** Supabase's user ids. In lower case, as Postgres writes them: two spellings of one must not pass for two people. */
export const userId = z.uuid().toLowerCase();

/** Fills an array with cryptographically strong bytes: `crypto.getRandomValues` where the caller runs. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** An id of `length` letters. */
export function makeId(random: RandomBytes, length: number = ID_LENGTH.row): string {
  let id = '';
  for (const byte of random(new Uint8Array(length))) id += ALPHABET[byte & 31];
  return id;
}

/** A gallery's id begins with its account's. */
export function makeGalleryId(random: RandomBytes, account: string): string {
  return account + makeId(random, ID_LENGTH.galleryTail);
}

/** The account that a gallery id belongs to. */
export function parseAccountId(gallery: string): string {
  return gallery.slice(0, ID_LENGTH.account);
}
