import { RAW_EXTENSIONS } from '#core/domain/photos/photos.ts';

/** Characters that end a quoted string, separate paths, or are refused by file systems. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|]/gu;
/** Bidirectional controls, which can make `gpj.exe` look like `exe.jpg`. Arabic and Hebrew text does not need them. */
export const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Returns the `Content-Disposition` of a download by RFC 6266: an ASCII name for old browsers, and the full name in RFC
 * 5987 encoding. The name is user input: quotes, backslashes, control characters and path separators are replaced.
 */
export function attachment(filename: string): string {
  const safe = filename.replace(BIDI_CONTROLS, '').replace(UNSAFE, '_').replace(/^\.+/, '_') || 'photo';
  const plain = safe
    .normalize('NFKD')
    // Replace again: normalisation turns full-width quotes and slashes into plain ones.
    .replace(UNSAFE, '_')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\u0020-\u007e]/g, '_')
    .replace(/%/g, '_');
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (letter) => '%' + letter.charCodeAt(0).toString(16).toUpperCase(),
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Replaces the extension: `IMG_1.NEF` as a JPEG is `IMG_1.jpg`. */
export function withExtension(filename: string, extension: string): string {
  return `${filename.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.${extension}`;
}

/** Extensions of each type; the first is the default. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif', 'hif'],
  ...RAW_EXTENSIONS,
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
};

/**
 * Returns the name of an original for download: with an extension of its type, which ingest found in the content. The
 * uploader chose the name, and `invoice.hta` would run on a double click.
 */
export function originalName(filename: string, mimeType: string): string {
  const extensions = EXTENSIONS[mimeType] ?? ['bin'];
  const given = /\.([A-Za-z0-9]{1,5})$/.exec(filename)?.[1]?.toLowerCase();
  return given !== undefined && extensions.includes(given) ? filename : withExtension(filename, extensions[0]!);
}
