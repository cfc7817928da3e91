/** Characters that end a quoted string, separate paths, or are refused by file systems. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|]/gu;

/**
 * Returns the `Content-Disposition` of a download by RFC 6266: an ASCII name for old browsers, and the full name in RFC
 * 5987 encoding. The name is user input: quotes, backslashes, control characters and path separators are removed.
 */
export function attachment(filename: string): string {
  const safe = filename.replace(UNSAFE, '_').replace(/^\.+/, '_') || 'photo';
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
