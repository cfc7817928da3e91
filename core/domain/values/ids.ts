import { z } from 'zod';
import { ALPHABET, makeId, type RandomBytes, ROW_ID_LENGTH } from './make-id.ts';

export { makeId, type RandomBytes } from './make-id.ts';

/** Number of letters of each kind of id; five bits a letter. */
export const ID_LENGTH = {
  account: 10,
  /** Letters of a gallery id after its account's id: an image token covers an account by this prefix. */
  galleryTail: 16,
  row: ROW_ID_LENGTH,
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

/** Returns a random gallery id that starts with its account's id. */
export function makeGalleryId(random: RandomBytes, account: string): string {
  return account + makeId(random, ID_LENGTH.galleryTail);
}

/** Returns the account id of a gallery id. */
export function parseAccountId(gallery: string): string {
  return gallery.slice(0, ID_LENGTH.account);
}
