import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { pictureFiles, picturePath, pictureWidths, type SitePictureFile } from '#core/domain/site/site-pictures.ts';
import type { JobServices } from '../../platform/job-services.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import type { WantedPhoto } from './wanted.ts';

type Storage = JobServices['storage'];

/** An address never shows another picture. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

const TYPES = { webp: 'image/webp', jpg: 'image/jpeg', avif: 'image/avif' } as const;

const CONCURRENCY = 8;

/** Key of a picture's object in the rendition bucket. */
const keyOf = (token: string, file: SitePictureFile) => picturePath(token, file).slice(1);

/**
 * Stores the objects of a picture: copies of renditions, which cost no decoding. Sizes that no visitor has asked for yet
 * are drawn from the fullscreen rendition, as link previews are; it has the watermark.
 * @returns the widths, or null if the photo has no renditions any more
 */
export async function storePicture(storage: Storage, photo: WantedPhoto, token: string): Promise<number[] | null> {
  const widths = pictureWidths(photo.width);
  let source: Uint8Array | undefined;
  for (const file of pictureFiles(widths)) {
    const [key, contentType] = [keyOf(token, file), TYPES[file.format]];
    const stored = file.rendition && renditionKey(photo.galleryId, photo.fileId, file.rendition);
    if (stored && (await storage.copy('renditions', stored, key, contentType, CACHE_CONTROL))) continue;
    const fullscreen = renditionKey(photo.galleryId, photo.fileId, presetParams('fullscreen'));
    source ??= (await storage.get('renditions', fullscreen))?.bytes;
    if (!source) return null;
    await storage.put('renditions', key, await draw(source, file), { contentType, cacheControl: CACHE_CONTROL });
  }
  return widths;
}

/** Imports sharp lazily: it takes longer to load than the rest of the outbox. */
async function draw(source: Uint8Array, { width, format, quality }: SitePictureFile): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  // The only EXIF of a rendition is the copyright.
  const image = sharp(source).resize({ width, withoutEnlargement: true }).keepExif();
  if (format === 'webp') image.webp({ quality, effort: 2 });
  else if (format === 'avif') image.avif({ quality, effort: 0 });
  else image.jpeg({ quality });
  return new Uint8Array(await image.toBuffer());
}

/** Every width that a picture can have. */
const ALL_WIDTHS = pictureWidths(Number.POSITIVE_INFINITY);

/** Deletes all objects of pictures, also those of an interrupted run. */
export async function removePictureObjects(storage: Storage, tokens: readonly string[]): Promise<void> {
  const keys = tokens.flatMap((token) => pictureFiles(ALL_WIDTHS).map((file) => keyOf(token, file)));
  await mapConcurrently(CONCURRENCY, keys, (key) => storage.remove('renditions', key));
}

/** Prefix of a studio's pictures in the rendition bucket. */
export const picturePrefix = (accountId: string): string => `site/${accountId}/`;
