import { buffer, json } from 'node:stream/consumers';
import type { FocusPoint } from '#core/domain/photos/image-params.ts';
import type { ImageType } from '../platform/storage/file-type.ts';
import { DEFAULT_STYLE, type EncodedImage, type RenditionStyle } from './decoder/protocol.ts';
import type { Objects } from './s3-objects.ts';

/*
 * `{galleryId}/{fileId}/source.json` in the rendition bucket maps a file id to its original and style, so that the
 * transform function needs no database. Deleting the prefix also ends the image. Under a previous file id only a
 * redirect to the current one remains.
 */
export type SourcePointer = RenditionStyle & {
  originalKey: string;
  type: ImageType;
  /** Thousandths of the image as shown. */
  focal: FocusPoint | null;
};

/** The stored form; default style fields are omitted. */
type WrittenPointer = Partial<RenditionStyle> & Omit<SourcePointer, keyof RenditionStyle>;
/** Redirect to the current file id in the same gallery. */
export type RedirectPointer = { movedTo: string };

export function pointerKey(galleryId: string, fileId: string): string {
  return `${galleryId}/${fileId}/source.json`;
}

/** Converts a row's focal point (0–1) to the parameters' thousandths. */
export function focalPoint(x: number | null, y: number | null): FocusPoint | null {
  return x === null || y === null ? null : { x: Math.round(x * 1000), y: Math.round(y * 1000) };
}

export async function writePointer(renditions: Objects, key: string, pointer: WrittenPointer): Promise<void> {
  await renditions.put(key, JSON.stringify(pointer), { contentType: 'application/json' });
}

/** Returns null if the file id is unknown. */
export async function readPointer(renditions: Objects, key: string): Promise<SourcePointer | RedirectPointer | null> {
  const stored = await renditions.get(key);
  if (stored === null || stored === 'not_modified') return null;
  // Only this product writes these objects, so the shape is trusted.
  const pointer = (await json(stored.body)) as WrittenPointer | RedirectPointer;
  return isRedirect(pointer) ? pointer : { ...DEFAULT_STYLE, ...pointer };
}

export function isRedirect(pointer: object): pointer is RedirectPointer {
  return 'movedTo' in pointer;
}

/** Maximum redirects. Each one points at the current file id, so chains are short. */
const MAX_REDIRECTS = 16;

/** Returns the current file id of an image in the same gallery; null if the redirects end at nothing. */
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

/**
 * Cache of recent watermarks: all images of a gallery have the same one. Keys are never reused, so entries never become
 * outdated.
 */
const cache = new Map<string, EncodedImage>();
const MAX_CACHED = 8;

/**
 * Returns the bytes of a watermark.
 * @throws Error if it is gone: it was replaced meanwhile, and a retry finds the new one
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
