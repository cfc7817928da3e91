import { type PhotoFailure, type PhotoMimeType, photoMimeType } from '#core/domain/photos.ts';
import { MAX_PHOTO_BYTES } from '#core/domain/uploads.ts';

/** MIME types by extension, for files that the system reports without a type. The server checks the content. */
const BY_EXTENSION: Readonly<Record<string, PhotoMimeType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
};

const HEIC = /^(heic|heif|hif)$/;

interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/**
 * Returns the value for `<input accept>`. Includes HEIC so that it is refused with advice instead of silently. Excludes
 * it on iPhones and iPads, which convert HEIC to JPEG unless the page requests HEIC. An iPad reports a Macintosh user
 * agent.
 */
export function acceptedFileTypes({ userAgent, maxTouchPoints }: Device): string {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return [...photoMimeType.options, ...(isIos ? [] : ['.heic', '.heif'])].join(',');
}

export const ACCEPTED_FILE_TYPES = acceptedFileTypes(navigator);

export type FileCheck = { ok: true; type: PhotoMimeType } | { ok: false; code: PhotoFailure };

/** Checks name, type and size of a file without reading it. */
export function checkFile(file: { name: string; type: string; size: number }): FileCheck {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (HEIC.test(extension) || /^image\/hei[cf]/.test(file.type)) return { ok: false, code: 'heic_unsupported' };
  const named = photoMimeType.safeParse(file.type);
  const type = named.success ? named.data : BY_EXTENSION[extension];
  if (!type) return { ok: false, code: 'not_an_image' };
  if (file.size === 0) return { ok: false, code: 'empty' };
  if (file.size > MAX_PHOTO_BYTES) return { ok: false, code: 'too_large' };
  return { ok: true, type };
}

/** Returns true for files that operating systems leave in folders; they are skipped silently. */
export function isSystemFile(file: { name: string }): boolean {
  return file.name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(file.name);
}
