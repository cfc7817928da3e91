import { presetParams, renditionKey, WEB_SIZE } from '#core/domain/photos/image-params.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Returns the key of a photo's download in web size. */
export function webKey(galleryId: string, fileId: string): string {
  return renditionKey(galleryId, fileId, WEB_SIZE);
}

/**
 * Returns where a photo's download in web size is stored, and its bytes; null if it is not. A photo that was ingested
 * before it had a rendition of its own has the fullscreen preset.
 */
export async function findWebRendition(
  storage: Pick<Storage, 'head'>,
  galleryId: string,
  fileId: string,
): Promise<{ key: string; size: number } | null> {
  for (const key of [webKey(galleryId, fileId), renditionKey(galleryId, fileId, presetParams('fullscreen'))]) {
    const found = await storage.head('renditions', key);
    if (found) return { key, size: found.size };
  }
  return null;
}
