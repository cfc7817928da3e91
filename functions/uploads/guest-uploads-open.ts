import { DAY_MS } from '#core/domain/values/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { countOccurrence, isWithinLimit, releaseAttempt } from '../platform/http/rate-limit.ts';

/** Whose upload it is: the gallery, and the guest's IP address. */
interface OpenUpload {
  gallery: string;
  network: string;
}

/**
 * Counts an upload that has begun for the guest's network, until its file arrives or its URL has expired.
 * @returns false if too many of this network wait for their files
 */
export async function countOpenUpload(tx: Queryable, upload: OpenUpload, now: number): Promise<boolean> {
  if (await isWithinLimit(tx, 'guest-uploads-open', upload, now)) return true;
  await releaseAttempt(tx, 'guest-uploads-open', upload, now);
  return false;
}

/** Uncounts an upload whose file has arrived; a repeated confirmation of one photo uncounts nothing. */
export async function uncountOpenUpload(
  db: Queryable,
  photoId: string,
  upload: OpenUpload,
  now: number,
): Promise<void> {
  if ((await countOccurrence(db, `guest-upload-arrived:${photoId}`, DAY_MS, now)) === 1)
    await releaseAttempt(db, 'guest-uploads-open', upload, now);
}
