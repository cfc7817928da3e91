import { isVideo, posterKey, POSTER_TYPE } from '#core/domain/photos/videos.ts';
import type { Storage } from './storage.ts';

/** Deletes an original and, of a video, its poster. */
export async function removeOriginal(storage: Storage, key: string): Promise<void> {
  await storage.remove('originals', key);
  await storage.remove('originals', posterKey(key));
}

/** Copies an original, a video after its poster: ingest starts when the original arrives. False if it does not exist. */
export async function copyOriginal(storage: Storage, from: string, to: string, mimeType: string): Promise<boolean> {
  if (isVideo({ mimeType })) await storage.copy('originals', posterKey(from), posterKey(to), POSTER_TYPE);
  return storage.copy('originals', from, to, mimeType);
}
