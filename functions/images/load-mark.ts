import { buffer } from 'node:stream/consumers';
import type { EncodedImage } from './decoder-jobs.ts';
import type { Objects } from './objects.ts';

/** The latest marks: a gallery's pictures all bear the same one. Keys are used once, so that none is ever outdated. */
const cache = new Map<string, EncodedImage>();
const MAX_CACHED = 8;

/**
 * A mark's bytes.
 * @throws Error when it is gone: it was replaced meanwhile, and whoever asks again finds the new one
 */
export async function loadWatermark(originals: Objects, key: string): Promise<EncodedImage> {
  const cached = cache.get(key);
  if (cached) return cached;
  const stored = await originals.get(key);
  if (stored === null || stored === 'not_modified') throw new Error('the mark is gone');
  const bytes = (await buffer(stored.body)) as EncodedImage;
  cache.set(key, bytes);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return bytes;
}
