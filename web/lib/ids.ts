import { makeGalleryId, makeId } from '#core/domain/ids.ts';

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

/** A new row's id; made here, so that a repeated request finds the same row. */
export const newId = (): string => makeId(random);

export const newGalleryId = (accountId: string): string => makeGalleryId(random, accountId);
