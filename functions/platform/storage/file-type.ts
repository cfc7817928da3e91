import { isRawMimeType, RAW_EXTENSIONS, type RawMimeType } from '#core/domain/photos/photos.ts';

/** Accepted photo types, detected from content and never from the name. `raw`: a camera's RAW file. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff' | 'heic' | 'raw';

type DetectedType = { type: ImageType; mime: string; ext: string };

const TYPES: Record<Exclude<ImageType, 'raw'>, DetectedType> = {
  jpeg: { type: 'jpeg', mime: 'image/jpeg', ext: 'jpg' },
  png: { type: 'png', mime: 'image/png', ext: 'png' },
  webp: { type: 'webp', mime: 'image/webp', ext: 'webp' },
  avif: { type: 'avif', mime: 'image/avif', ext: 'avif' },
  tiff: { type: 'tiff', mime: 'image/tiff', ext: 'tif' },
  heic: { type: 'heic', mime: 'image/heic', ext: 'heic' },
};

type DetectedVideo = { type: 'mp4' | 'mov' | 'webm'; mime: string; ext: string };

const VIDEOS: Record<DetectedVideo['type'], DetectedVideo> = {
  mp4: { type: 'mp4', mime: 'video/mp4', ext: 'mp4' },
  mov: { type: 'mov', mime: 'video/quicktime', ext: 'mov' },
  webm: { type: 'webm', mime: 'video/webm', ext: 'webm' },
};

/** Bytes of a file's start and end that {@link detectFileType} and the functions below read. */
export const HEAD_BYTES = 4096;
export const TAIL_BYTES = 66_000;

const raw = (mime: RawMimeType): DetectedType => ({ type: 'raw', mime, ext: RAW_EXTENSIONS[mime][0]! });

/** Formats with a start of their own. */
const RAW_STARTS: ReadonlyArray<[start: RegExp, mime: RawMimeType]> = [
  [/^II(RO|RS)|^MMOR/, 'image/x-olympus-orf'],
  [/^IIU\0/, 'image/x-panasonic-rw2'],
  [/^FUJIFILMCCD-RAW /, 'image/x-fuji-raf'],
  [/^.{4}ftypcrx /s, 'image/x-canon-cr3'],
];

/**
 * Detects the type by content.
 * @param head the file's first {@link HEAD_BYTES} (or all, if shorter)
 * @param declared type that the uploader sent: it tells most RAW formats from TIFF, which they are by structure
 * @returns null for anything that is not a known image format
 */
export function detectFileType(head: Uint8Array, declared = ''): DetectedType | null {
  const text = latin(head.subarray(0, 16));
  const known = RAW_STARTS.find(([start]) => start.test(text));
  if (known) return raw(known[1]);
  if (text.startsWith('\xff\xd8\xff')) return TYPES.jpeg;
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return TYPES.png;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return TYPES.webp;
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) {
    return isRawMimeType(declared) ? raw(declared) : TYPES.tiff;
  }
  return text.slice(4, 8) === 'ftyp' ? detectHeif(head) : null;
}

/** Major brands of files that share MP4's container: sound alone, and raw photos of Canon. */
const NO_VIDEO = /^(M4A |M4B |M4P |crx )$/;
/** Brands of cameras, phones and editors (https://mp4ra.org/registered-types/brands). */
const VIDEO_BRANDS = /^(qt {2}|iso.|mp4\d|avc1|M4V.|MSNV|XAVC|mmp4|3g[p2].|dash)$/;

/**
 * Detects a video by its first bytes; its boxes are read later (core/domain/photos/video-container.ts).
 * @returns null for anything that is not a known container of videos
 */
export function detectVideoType(head: Uint8Array): DetectedVideo | null {
  if (latin(head.subarray(0, 4)) === '\x1aE\xdf\xa3') return VIDEOS.webm;
  const name = latin(head.subarray(4, 8));
  // Old cameras write QuickTime without a type.
  if (/^(moov|wide|mdat)$/.test(name)) return VIDEOS.mov;
  if (name !== 'ftyp' || detectHeif(head)) return null;
  const brands = brandsOf(head);
  if (NO_VIDEO.test(brands[0] ?? '') || !brands.some((brand) => VIDEO_BRANDS.test(brand))) return null;
  return brands[0] === 'qt  ' ? VIDEOS.mov : VIDEOS.mp4;
}

function brandsOf(head: Uint8Array): string[] {
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  return latin(head.subarray(8, Math.min(size, 256))).match(/.{4}/gs) ?? [];
}

/** ISO/IEC 23008-12: the major brand may be the generic `mif1`; then the compatible brands decide. */
function detectHeif(head: Uint8Array): DetectedType | null {
  const brands = brandsOf(head);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return TYPES.avif;
  return brands.some((brand) => /^(hei[csmx]|hev[cmsx]|mif1|msf1)$/.test(brand)) ? TYPES.heic : null;
}

/**
 * True if the bytes are also another format that a reader would open: a PDF (readers accept its header within the first
 * 1024 bytes), a page (browsers sniff as far) or an archive (ZIP readers start from the end). Trailing bytes alone are
 * fine: phones append a second image or a short video to photos.
 */
export function isPolyglot(head: Uint8Array, tail: Uint8Array): boolean {
  if (/%PDF-|<(!doctype|html|script|svg|\?php)/i.test(latin(head.subarray(0, 1024)))) return true;
  const end = latin(tail);
  const directory = end.lastIndexOf('PK\x05\x06');
  if (directory < 0 || end.length - directory < 22) return false;
  const comment = end.charCodeAt(directory + 20) + 256 * end.charCodeAt(directory + 21);
  return directory + 22 + comment === end.length;
}

/** Bytes at each end that are checked of formats with metadata at any offset. */
const MAYBE_METADATA_BYTES = 65_536;

/**
 * True if an image's metadata contains a page or a script. Programs that open any file as a page (Windows' `mshta`)
 * find it there.
 * @param bytes the whole file
 */
export function hasMarkup(type: ImageType, bytes: Uint8Array): boolean {
  return metadataOf(type, bytes).some((part) => /<(!doctype|html|script|\?php|hta:)/i.test(latin(part)));
}

/** Returns the parts of a file that are not compressed pixels. */
function metadataOf(type: ImageType, bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => latin(bytes.subarray(at, at + 4));
  const parts: Uint8Array[] = [];
  if (type === 'jpeg') {
    // All segments before the first scan. A marker is 0xff and a letter; the length counts itself.
    let at = 2;
    while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
      // 0xff 0xff is padding before a marker.
      at += bytes[at + 1] === 0xff ? 1 : 2 + view.getUint16(at + 2);
    }
    return [bytes.subarray(0, at)];
  }
  if (type === 'png') {
    // Chunks: length, name, data, checksum.
    for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
      const isPixels = nameAt(at + 4) === 'IDAT';
      if (!isPixels) parts.push(bytes.subarray(at, at + 12 + view.getUint32(at)));
    }
    return parts;
  }
  if (type === 'webp') {
    // Chunks: name, length, data, padded to an even length.
    for (let at = 12; at + 8 <= bytes.length; at += 8 + Math.ceil(view.getUint32(at + 4, true) / 2) * 2) {
      const isPixels = /^(VP8[ L]|ALPH|ANMF)$/.test(nameAt(at));
      if (!isPixels) parts.push(bytes.subarray(at, at + 8 + view.getUint32(at + 4, true)));
    }
    return parts;
  }
  return [bytes.subarray(0, MAYBE_METADATA_BYTES), bytes.subarray(-MAYBE_METADATA_BYTES)];
}

/**
 * True if the format's end marker is missing, which distinguishes a truncated file from a corrupt one after decoding
 * failed.
 */
export function isTruncated(type: ImageType, head: Uint8Array, tail: Uint8Array, size: number): boolean {
  if (type === 'jpeg') return !latin(tail).includes('\xff\xd9');
  if (type === 'png') return !latin(tail).includes('IEND');
  if (type !== 'webp' || head.length < 12) return false;
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true) + 8 > size;
}

/** True if the uploader's type contradicts the content. Browsers send no type for formats they do not know. */
export function isTypeMismatch(declared: string, sniffed: DetectedType | DetectedVideo): boolean {
  const mime = declared.toLowerCase().split(';')[0]!.trim();
  if (mime === '' || mime === 'application/octet-stream') return false;
  const alias = ALIASES[sniffed.type];
  return mime !== sniffed.mime && mime !== alias;
}

/** HEIC is the HEIF with HEVC; MP4 and MOV are one container, named by the extension. Systems name them either way. */
const ALIASES: Readonly<Record<string, string>> = {
  jpeg: 'image/jpg',
  heic: 'image/heif',
  mp4: 'video/quicktime',
  mov: 'video/mp4',
};

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
