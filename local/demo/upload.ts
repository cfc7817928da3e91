import { readFile } from 'node:fs/promises';
import { uploads } from '#core/api/uploads.ts';
import type { PhotoMimeType } from '#core/domain/photos/photos.ts';
import type { DemoGallery } from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import { develop } from './develop.ts';
import { withinSide } from './photographs.ts';
import type { ProductApi } from './product-api.ts';

/**
 * Paints and uploads a gallery's photos as a browser would; paints the next during each upload.
 * @param side longest side in pixels; smaller photos keep their size
 */
export async function uploadPhotographs(
  api: ProductApi,
  ids: DemoIds,
  gallery: DemoGallery,
  side = Infinity,
): Promise<void> {
  let travelling: Promise<void> = Promise.resolve();
  for (const photograph of gallery.photographs) {
    const bytes = await develop(withinSide(photograph, side));
    await travelling;
    travelling = send(api, ids, gallery, { filename: photograph.filename, bytes, type: photograph.type });
    // Awaited after the next photo is painted; until then an error must count as handled.
    travelling.catch(() => {});
  }
  await travelling;
  if (!gallery.clip) return;
  const read = (name: string) => readFile(new URL(name, import.meta.url));
  const [bytes, poster] = [await read('clip.mp4'), await read('clip-poster.jpg')];
  await send(api, ids, gallery, { filename: gallery.clip, bytes, type: 'video/mp4', poster });
}

interface DemoFile {
  filename: string;
  bytes: Buffer<ArrayBufferLike>;
  type: PhotoMimeType;
  /** Poster of a video. */
  poster?: Buffer<ArrayBufferLike>;
}

async function send(
  api: ProductApi,
  ids: DemoIds,
  { key }: DemoGallery,
  { filename, bytes, type, poster }: DemoFile,
): Promise<void> {
  const galleryId = ids.gallery(key);
  const photoId = ids.photo(key, filename);
  const file = { photoId, filename, size: bytes.length, type, ...(poster && { poster: poster.length }) };
  const signed = await api.call(uploads.presign, {}, { galleryId, files: [file] });
  const [target] = signed.uploads;
  // Refused because an earlier attempt has uploaded it.
  if (!target) return;
  const [picture] = signed.posters;
  if (picture && poster) await put(picture, poster);
  await put(target, bytes);
  await api.call(uploads.complete, {}, { galleryId, photoIds: [photoId] });
}

type Target = { url: string; headers: Record<string, string> };

async function put(target: Target, bytes: Buffer<ArrayBufferLike>): Promise<void> {
  // Uses a new socket, as in product-api.ts.
  const headers = { ...target.headers, connection: 'close' };
  const response = await fetch(target.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  // 412: an earlier attempt has stored it.
  if (!response.ok && response.status !== 412) throw new Error(`storage refused a file: ${response.status}`);
}
