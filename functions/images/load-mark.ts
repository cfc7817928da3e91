import { buffer } from 'node:stream/consumers';
import type { Picture } from './decoder-jobs.ts';
import type { Objects } from './objects.ts';

/** The latest marks: a gallery's pictures all bear the same one. Keys are used once, so that none is ever outdated. */
const loaded = new Map<string, Picture>();
const KEPT = 8;

/**
 * A mark's bytes.
 * @throws Error when it is gone: it was replaced meanwhile, and whoever asks again finds the new one
 */
export async function loadMark(originals: Objects, key: string): Promise<Picture> {
  const known = loaded.get(key);
  if (known) return known;
  const stored = await originals.get(key);
  if (stored === null || stored === 'not_modified') throw new Error('the mark is gone');
  const bytes = (await buffer(stored.body)) as Picture;
  loaded.set(key, bytes);
  for (const oldest of loaded.keys()) {
    if (loaded.size <= KEPT) break;
    loaded.delete(oldest);
  }
  return bytes;
}
