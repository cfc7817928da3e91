import { buffer, json } from 'node:stream/consumers';
import type { FocusPoint } from '#core/domain/image-params.ts';
import type { ImageType } from '../platform/storage/file-type.ts';
import type { EncodedImage } from './decoder-protocol.ts';
import { DEFAULT_STYLE, type RenditionStyle } from './rendition-style.ts';
import type { Objects } from './s3-objects.ts';

/*
 * `{galleryId}/{fileId}/source.json` in the rendition bucket leads from a picture's public name to its original and
 * tells how it is shown, so that the transform function needs no database; and whoever deletes the prefix has ended
 * the picture with it. Under a former name nothing lies but a sign to the present one.
 */
export type SourcePointer = RenditionStyle & {
  originalKey: string;
  type: ImageType;
  /** Thousandths of the picture as shown. */
  focal: FocusPoint | null;
};

/** What is written for a photo that has no look of its own. */
type WrittenPointer = Partial<RenditionStyle> & Omit<SourcePointer, keyof RenditionStyle>;
/** The renditions are made anew under this name, in the same gallery. */
export type RedirectPointer = { movedTo: string };

export function pointerKey(galleryId: string, fileId: string): string {
  return `${galleryId}/${fileId}/source.json`;
}

/** A photo's focal point as the row has it (0–1), in the thousandths of parameters. */
export function focalPoint(x: number | null, y: number | null): FocusPoint | null {
  return x === null || y === null ? null : { x: Math.round(x * 1000), y: Math.round(y * 1000) };
}

export async function writePointer(renditions: Objects, key: string, pointer: WrittenPointer): Promise<void> {
  await renditions.put(key, JSON.stringify(pointer), { contentType: 'application/json' });
}

/** Null when nothing lies under this name. */
export async function readPointer(renditions: Objects, key: string): Promise<SourcePointer | RedirectPointer | null> {
  const stored = await renditions.get(key);
  if (stored === null || stored === 'not_modified') return null;
  // Only this product writes below this name, so that its shape need not be doubted.
  const pointer = (await json(stored.body)) as WrittenPointer | RedirectPointer;
  return isRedirect(pointer) ? pointer : { ...DEFAULT_STYLE, ...pointer };
}

export function isRedirect(pointer: object): pointer is RedirectPointer {
  return 'movedTo' in pointer;
}

/** Signs that are followed. The job that puts them up has each lead to the end: more than two are a matter of moments. */
const MAX_REDIRECTS = 16;

/**
 * The name under which a picture is to be found today, in the same gallery; null when all signs lead to nothing.
 */
export async function resolveFileId(
  renditions: Objects,
  galleryId: string,
  { movedTo }: RedirectPointer,
): Promise<string | null> {
  let name = movedTo;
  for (let signs = 1; signs < MAX_REDIRECTS; signs++) {
    const pointer = await readPointer(renditions, pointerKey(galleryId, name));
    if (!pointer) return null;
    if (!isRedirect(pointer)) return name;
    name = pointer.movedTo;
  }
  return null;
}

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
