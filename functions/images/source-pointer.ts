import { json } from 'node:stream/consumers';
import type { FocusPoint } from '#core/domain/image-params.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import type { Objects } from './objects.ts';

/*
 * `{galleryId}/{fileId}/source.json` in the rendition bucket leads from a picture's public name to its original, so
 * that the transform function needs no database; and whoever deletes the prefix has ended the picture with it.
 */
export type SourcePointer = {
  originalKey: string;
  type: ImageType;
  /** Thousandths of the picture as shown. */
  focal: FocusPoint | null;
};

export function pointerKey(galleryId: string, fileId: string): string {
  return `${galleryId}/${fileId}/source.json`;
}

/** A photo's focal point as the row has it (0–1), in the thousandths of parameters. */
export function focalPoint(x: number | null, y: number | null): FocusPoint | null {
  return x === null || y === null ? null : { x: Math.round(x * 1000), y: Math.round(y * 1000) };
}

export async function writePointer(renditions: Objects, key: string, pointer: SourcePointer): Promise<void> {
  await renditions.put(key, JSON.stringify(pointer), { contentType: 'application/json' });
}

export async function readPointer(renditions: Objects, key: string): Promise<SourcePointer | null> {
  const stored = await renditions.get(key);
  if (stored === null || stored === 'not_modified') return null;
  // Only `writePointer` writes below this name, so that its shape need not be doubted.
  return (await json(stored.body)) as SourcePointer;
}
