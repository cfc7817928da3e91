import { type ImageQuery, imageUrl } from '#core/domain/photos/image-params.ts';

type Id = string | null | undefined;

/**
 * Returns a picture's URL for an `<img>`. Without a gallery or file id returns '' and warns in the console,
 * since the calling page has a bug.
 */
export function imageSrc(galleryId: Id, fileId: Id, query?: ImageQuery): string {
  const src = imageUrl(galleryId, fileId, query);
  // oxlint-disable-next-line no-console -- the page has a bug
  if (src === '') console.warn('An image URL needs a gallery id and a filename', { galleryId, fileId });
  return src;
}
