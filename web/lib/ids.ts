import { makeGalleryId, makeId } from '#core/domain/values/ids.ts';

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

/** Returns the id of a new row. Created on the client, so that a repeated request is idempotent. */
export const newId = (): string => makeId(random);

export const newGalleryId = (accountId: string): string => makeGalleryId(random, accountId);
