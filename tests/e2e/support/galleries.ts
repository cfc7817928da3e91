import { expect } from '@playwright/test';
import { galleries } from '#core/api/galleries.ts';
import { uploads } from '#core/api/uploads.ts';
import { scene } from '../../support/pictures.ts';
import { insertGallery, newId, type Row } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

export interface TestGallery {
  id: string;
  name: string;
  /** Path of the public page. */
  path: string;
  /** In the order of creation. */
  photoIds: string[];
}

export interface GalleryOptions {
  name?: string;
  /** Photos to upload and wait for; `IMG_0001.jpg`, … */
  photos?: number;
  password?: string;
  /** Column values that differ from a published gallery open to everybody with the link. */
  values?: Row;
}

/** Creates a gallery without the screens: its row in the database, its photos through storage and ingest. */
export async function makeGallery(owner: Photographer, options: GalleryOptions = {}): Promise<TestGallery> {
  const { name = 'Ana & Pau', photos = 0, password, values } = options;
  const published = { status: 'published', published_at: new Date() };
  const authored = { author_id: owner.session.user.id, name };
  const id = await insertGallery(database(), owner.account.id, { ...published, ...authored, ...values });
  if (password) {
    await owner.api.call(galleries.password, { galleryId: id }, { password });
    await database().query(`update galleries set visibility = 'password' where id = $1`, [id]);
  }
  const photoIds = await uploadScenes(owner, id, photos);
  if (photoIds[0] && values?.['cover_photo_id'] === undefined) {
    await database().query('update galleries set cover_photo_id = $2 where id = $1', [id, photoIds[0]]);
  }
  return { id, name, path: `/p/${owner.account.slug}/gallery/${id}`, photoIds };
}

/** Landscape and portrait alternate. */
const SIZES = [
  [450, 300],
  [300, 450],
  [500, 280],
] as const;

/** Uploads photos and waits until they are ready. */
export async function uploadScenes({ api }: Photographer, galleryId: string, count: number): Promise<string[]> {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [width, height] = SIZES[index % SIZES.length]!;
      const bytes = await scene(width, height).jpeg().toBuffer();
      return { photoId: newId(), filename: `IMG_${String(index + 1).padStart(4, '0')}.jpg`, bytes };
    }),
  );
  if (files.length === 0) return [];
  const before = await readyPhotos(galleryId);
  const announced = files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length, type: 'image/jpeg' }));
  const signed = await api.call(uploads.presign, {}, { galleryId, files: announced });
  for (const { photoId, url, headers } of signed.uploads) {
    const body = new Uint8Array(files.find((file) => file.photoId === photoId)!.bytes);
    const answer = await fetch(url, { method: 'PUT', headers, body });
    expect(answer.status).toBe(200);
  }
  const photoIds = files.map(({ photoId }) => photoId);
  await api.call(uploads.complete, {}, { galleryId, photoIds });
  await expect.poll(() => readyPhotos(galleryId), { timeout: 30_000 }).toBe(before + count);
  return photoIds;
}

async function readyPhotos(galleryId: string): Promise<number> {
  const { rowCount } = await database().query(`select from photos where gallery_id = $1 and status = 'ready'`, [
    galleryId,
  ]);
  return rowCount ?? 0;
}
