import { type PhotoFailure, type PhotoMimeType, photoMimeType } from '#core/domain/photos.ts';
import { MAX_PHOTO_BYTES } from '#core/domain/uploads.ts';

/** Some systems give a file no type: then its ending says what it claims to be. The server looks at the content. */
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
 * For <input accept>. HEIC is let through, so that it is refused with advice and not silently; but for iPhones and
 * iPads, which hand over JPEGs of their HEIC pictures to whoever does not ask for HEIC. An iPad says it is a Macintosh.
 */
export function acceptedFileTypes({ userAgent, maxTouchPoints }: Device): string {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return [...photoMimeType.options, ...(isIos ? [] : ['.heic', '.heif'])].join(',');
}

export const ACCEPTED_FILE_TYPES = acceptedFileTypes(navigator);

export type FileCheck = { ok: true; type: PhotoMimeType } | { ok: false; code: PhotoFailure };

/** What can be told of a file without reading it. */
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

/** What systems leave in folders beside the pictures is not worth a word. */
export function isSystemFile(file: { name: string }): boolean {
  return file.name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(file.name);
}
