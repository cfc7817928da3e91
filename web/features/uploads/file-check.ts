import { type PhotoFailure, type PhotoMimeType, photoMimeType, RAW_EXTENSIONS } from '#core/domain/photos/photos.ts';
import { MAX_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';

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
  heic: 'image/heic',
  heif: 'image/heif',
  hif: 'image/heif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** RAW types by extension. Systems take some of them for TIFF, so the extension decides. */
const RAW_BY_EXTENSION = new Map(
  Object.entries(RAW_EXTENSIONS).flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension as string, type as PhotoMimeType] as const),
  ),
);

/** Value for `<input accept>`. With extensions, since some systems know no type for HEIC, RAW or M4V. */
export const ACCEPTED_FILE_TYPES = [
  ...photoMimeType.options,
  ...['heic', 'heif', 'hif', 'm4v', 'mov', ...RAW_BY_EXTENSION.keys()].map((extension) => `.${extension}`),
].join(',');

type FileCheck = { ok: true; type: PhotoMimeType } | { ok: false; code: PhotoFailure };

/** Checks name, type and size of a file without reading it. */
export function checkFile(file: { name: string; type: string; size: number }): FileCheck {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const named = photoMimeType.safeParse(file.type);
  const type = RAW_BY_EXTENSION.get(extension) ?? (named.success ? named.data : BY_EXTENSION[extension]);
  if (!type) return { ok: false, code: 'not_an_image' };
  if (file.size === 0) return { ok: false, code: 'empty' };
  if (file.size > MAX_PHOTO_BYTES) return { ok: false, code: 'too_large' };
  return { ok: true, type };
}

/** Returns true for files that operating systems leave in folders; they are skipped silently. */
export function isSystemFile(file: { name: string }): boolean {
  return file.name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(file.name);
}
