/** What ends a quoted string, names a path, or is refused by file systems. */
const UNSAFE = /[\p{Cc}/\\:*?"<>|]/gu;

/**
 * `Content-Disposition` of a download, as RFC 6266 wants it: a plain name for old browsers and the true one in
 * RFC 5987's encoding. A name is a person's own text: no quotes, backslashes, control or path letters get through.
 */
export function attachment(filename: string): string {
  const safe = filename.replace(UNSAFE, '_').replace(/^\.+/, '_') || 'photo';
  const plain = safe
    .normalize('NFKD')
    // Once more: full-width quotes and slashes have just become plain ones.
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

/** `IMG_1.NEF` as a JPEG: `IMG_1.jpg`. */
export function withExtension(filename: string, extension: string): string {
  return `${filename.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.${extension}`;
}
