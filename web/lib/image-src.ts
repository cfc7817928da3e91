import { imageUrl, type ImageQuery } from '#core/domain/image-params.ts';

/**
 * A picture's address for an `<img>`. Without a gallery or file id it is '' and says so in the console (spec §8):
 * a page that asks for no picture in particular has a fault of its own, which nobody should have to guess.
 */
export function imageSrc(
  galleryId: string | null | undefined,
  fileId: string | null | undefined,
  query?: ImageQuery,
): string {
  const src = imageUrl(galleryId, fileId, query);
  // oxlint-disable-next-line no-console -- the spec asks for it
  if (src === '') console.warn('An image URL needs a gallery id and a filename', { galleryId, fileId });
  return src;
}
