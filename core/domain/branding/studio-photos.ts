/*
 * The photographer's portrait and the cover of the studio's page: fields `profilePhoto` and `coverPhoto` of the setting
 * `photographer`; and the pictures of session types: field `picture` of their settings.
 * Their files are stored beside the studio's logos (functions/logos).
 */

export const STUDIO_PHOTO_KINDS = ['profile', 'cover'] as const;
export type StudioPhotoKind = (typeof STUDIO_PHOTO_KINDS)[number];

/** Fields of the setting `photographer`. */
export const STUDIO_PHOTO_FIELDS = {
  profile: 'profilePhoto',
  cover: 'coverPhoto',
} as const satisfies Readonly<Record<StudioPhotoKind, string>>;

/** Field of a session type's settings: the path of its picture. */
export const TYPE_PICTURE_FIELD = 'picture';

export interface StudioPhoto {
  /** Address of the large picture. */
  src: string;
  srcSet: string;
  /** Width of the large picture, pixels. */
  width: number;
  height: number;
}

/** The stored path, below `/api` as that of a logo, names studio, picture and size. */
const PATH = /^\/logos\/[a-z\d]+\/[\w-]+-(\d{1,5})x(\d{1,5})\.jpg$/;

/** Widths of the two pictures (presets of core/domain/photos/image-params.ts); a smaller upload is not enlarged. */
const LARGE = 1920;
const SMALL = 800;

/** Returns the photo of a stored path; null for an empty or a foreign one. */
export function readStudioPhoto(path: unknown): StudioPhoto | null {
  const [, width, height] = (typeof path === 'string' && PATH.exec(path)) || [];
  if (!width) return null;
  const src = `/api${String(path)}`;
  const small = Math.min(SMALL, Number(width));
  const srcSet = `${smallStudioPhoto(src)} ${small}w, ${src} ${width}w`;
  return { src, srcSet, width: Number(width), height: Number(height) };
}

/**
 * Returns the path of a stored photo; `readStudioPhoto` reads it.
 * @param token names the upload
 * @param size of the upload, in pixels
 */
export function studioPhotoPath(accountId: string, token: string, size: { width: number; height: number }): string {
  const width = Math.min(LARGE, size.width);
  return `/logos/${accountId}/${token}-${width}x${Math.max(1, Math.round((size.height * width) / size.width))}.jpg`;
}

/** Returns the path of the small picture, beside the large one. */
export const smallStudioPhoto = (path: string): string => path.replace(/\.jpg$/, 's.jpg');

/** Returns the picture of a session type for its clients: its own, or else the studio's cover; null without either. */
export function typePhoto(
  type: { picture?: string | null | undefined },
  studio: { coverPhoto?: string | undefined },
): StudioPhoto | null {
  return readStudioPhoto(type.picture) ?? readStudioPhoto(studio.coverPhoto);
}
