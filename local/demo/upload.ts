import { uploads } from '#core/api/uploads.ts';
import type { DemoGallery } from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import { develop } from './develop.ts';
import type { Photograph } from './photographs.ts';
import type { ProductApi } from './product-api.ts';

/** Paints and uploads a gallery's photos as a browser would; paints the next during each upload. */
export async function uploadPhotographs(api: ProductApi, ids: DemoIds, gallery: DemoGallery): Promise<void> {
  let travelling: Promise<void> = Promise.resolve();
  for (const photograph of gallery.photographs) {
    const bytes = await develop(photograph);
    await travelling;
    travelling = send(api, ids, gallery, photograph, bytes);
    // Awaited after the next photo is painted; until then an error must count as handled.
    travelling.catch(() => {});
  }
  await travelling;
}

async function send(
  api: ProductApi,
  ids: DemoIds,
  { key }: DemoGallery,
  { filename, type }: Photograph,
  bytes: Buffer<ArrayBufferLike>,
): Promise<void> {
  const galleryId = ids.gallery(key);
  const photoId = ids.photo(key, filename);
  const file = { photoId, filename, size: bytes.length, type };
  const signed = await api.call(uploads.presign, {}, { galleryId, files: [file] });
  const [target] = signed.uploads;
  // Refused because an earlier attempt has uploaded it.
  if (!target) return;
  // Uses a new socket, as in product-api.ts.
  const headers = { ...target.headers, connection: 'close' };
  const response = await fetch(target.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!response.ok) throw new Error(`storage refused ${filename}: ${response.status}`);
  await api.call(uploads.complete, {}, { galleryId, photoIds: [photoId] });
}
