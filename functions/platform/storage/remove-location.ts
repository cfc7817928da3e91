import { crc32 } from 'node:zlib';

/** GPS fields are few and short (CIPA DC-008 §4.6.6); a longer value is not one, and its offset may be anything. */
const MAX_FIELDS = 64;
const MAX_VALUE_BYTES = 8192;
/** Directories of one TIFF block; a loop of them must end. */
const MAX_DIRECTORIES = 64;
/** Entries of a directory; a block with more is no EXIF. */
const MAX_ENTRIES = 1024;

/** Blocks of one kind in a file. Photos have a few; the search must end soon. */
const MAX_BLOCKS = 2000;
/** TIFF blocks of one byte order in a file: each may have thousands of entries, and photos have a few. */
const MAX_TIFF_BLOCKS = 50;

const GPS = 0x8825;
/** Tags that point to further directories: EXIF, sub-images. */
const DIRECTORIES = new Set([0x8769, 0x014a, 0xa005]);
/** Bytes of a value of each TIFF type, by its number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/**
 * Removes the location from an image of any accepted type, in place: every GPS directory of EXIF, also of embedded
 * previews and of further images behind the first, the GPS properties of XMP, and the location of an appended video.
 * The length, all offsets and the pixels stay. Blocks are found by their content, wherever a file has them; a broken
 * block is left as it is beyond the part that can be read.
 */
export function removeLocation(bytes: Buffer): void {
  for (const magic of ['II*\0', 'MM\0*']) {
    for (const at of occurrences(bytes, magic, MAX_TIFF_BLOCKS)) new TiffBlock(bytes, at).removeGps();
  }
  // Olympus and Panasonic RAW files have magic numbers of their own, and a CR3 keeps the directory in a box.
  if (/^(?:II(?:RO|RS|U\0)|MMOR)/.test(bytes.toString('latin1', 0, 4))) new TiffBlock(bytes, 0).removeGps();
  if (bytes.toString('latin1', 4, 12) === 'ftypcrx ') {
    for (const at of occurrences(bytes, 'CMT4')) new TiffBlock(bytes, at + 4).zeroGps();
  }
  for (const at of occurrences(bytes, ':GPS')) blankProperty(bytes, at);
  for (const at of occurrences(bytes, '\xa9xyz')) blankCoordinates(bytes, at + 4);
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') repairPng(bytes);
}

/**
 * Removes the location from the index of an MP4 or MOV, in place: ISO 6709 coordinates, as phones and cameras write
 * them in several boxes, 3GPP's `loci`, and the GPS properties of XMP. Tracks that action cameras record beside the
 * picture stay.
 * @param index the `moov` box
 * @returns true if there was a location
 */
export function removeVideoLocation(index: Buffer): boolean {
  const before = Buffer.from(index);
  for (const at of occurrences(index, ':GPS')) blankProperty(index, at);
  // Box header, version and flags, language; then the name of the location and its coordinates.
  for (const at of occurrences(index, 'loci')) {
    const end = at >= 4 ? at - 4 + index.readUInt32BE(at - 4) : 0;
    if (end > at + 10 && end <= Math.min(index.length, at + MAX_VALUE_BYTES)) index.fill(0, at + 10, end);
  }
  for (const { 0: text, index: at } of index.toString('latin1').matchAll(ISO_6709)) {
    index.write(text.replaceAll(/\d/g, '0'), at, 'latin1');
  }
  return !index.equals(before);
}

/** Latitude, longitude and altitude of ISO 6709, such as `+48.8925+002.2364+035.000/`. */
const ISO_6709 =
  /[+-]\d{2,6}(?:\.\d{1,12})?[+-]\d{3,7}(?:\.\d{1,12})?(?:[+-]\d{1,9}(?:\.\d{1,12})?)?(?:CRS\w{1,32})?\//g;

function* occurrences(bytes: Buffer, text: string, max = MAX_BLOCKS): Generator<number> {
  const wanted = Buffer.from(text, 'latin1');
  let left = max;
  for (let at = bytes.indexOf(wanted); at !== -1 && left-- > 0; at = bytes.indexOf(wanted, at + 1)) yield at;
}

/** A TIFF structure within a file; offsets count from its first byte. */
class TiffBlock {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;
  #left = MAX_DIRECTORIES;

  constructor(file: Buffer, at: number) {
    this.#bytes = file.subarray(at, blockEnd(file, at));
    this.#isLittle = file[at] === 0x49;
  }

  removeGps(): void {
    if (this.#bytes.length >= 8) this.#clean(this.#long(4));
  }

  /** Empties the first directory, for a block of GPS data alone. */
  zeroGps(): void {
    if (this.#bytes.length >= 8) this.#zeroDirectory(this.#long(4));
  }

  /** Removes the GPS entry of a directory and of those that it points to, and follows the chain. */
  #clean(start: number): void {
    for (let at = start; at > 0 && this.#left-- > 0;) {
      const count = this.#countAt(at, MAX_ENTRIES);
      if (count === 0) return;
      for (let index = count - 1; index >= 0; index -= 1) {
        const entry = at + 2 + 12 * index;
        const tag = this.#short(entry);
        if (DIRECTORIES.has(tag)) for (const target of this.#pointers(entry)) this.#clean(target);
        if (tag !== GPS) continue;
        for (const target of this.#pointers(entry)) this.#zeroDirectory(target);
        this.#removeEntry(at, index);
      }
      at = this.#long(at + 2 + 12 * this.#short(at));
    }
  }

  /** Returns the number of entries of a plausible directory, else 0. */
  #countAt(at: number, max: number): number {
    if (at < 8 || at + 6 > this.#bytes.length) return 0;
    const count = this.#short(at);
    if (count > max || at + 6 + 12 * count > this.#bytes.length) return 0;
    for (let index = 0; index < count; index += 1) {
      const type = this.#short(at + 4 + 12 * index);
      if (type === 0 || type >= TYPE_BYTES.length) return 0;
    }
    return count;
  }

  #pointers(entry: number): number[] {
    const count = this.#long(entry + 4);
    if (count === 1) return [this.#long(entry + 8)];
    const at = this.#long(entry + 8);
    if (count > MAX_DIRECTORIES || at + 4 * count > this.#bytes.length) return [];
    return Array.from({ length: count }, (_, index) => this.#long(at + 4 * index));
  }

  #zeroDirectory(at: number): void {
    const count = this.#countAt(at, MAX_FIELDS);
    if (count === 0) return;
    for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12) {
      const size = (TYPE_BYTES[this.#short(entry + 2)] ?? 0) * this.#long(entry + 4);
      const value = this.#long(entry + 8);
      if (size > 4 && size <= MAX_VALUE_BYTES && value >= 8) this.#bytes.subarray(value, value + size).fill(0);
    }
    this.#bytes.fill(0, at, at + 6 + 12 * count);
  }

  /** Moves the later entries, and the offset of the next directory, up by one. */
  #removeEntry(at: number, index: number): void {
    const count = this.#short(at);
    // A pointer to the directory itself has emptied it.
    if (index >= count) return;
    const end = at + 6 + 12 * count;
    const entry = at + 2 + 12 * index;
    this.#bytes.copyWithin(entry, entry + 12, end);
    this.#bytes.fill(0, end - 12, end);
    if (this.#isLittle) this.#bytes.writeUInt16LE(count - 1, at);
    else this.#bytes.writeUInt16BE(count - 1, at);
  }

  #short(at: number): number {
    if (at < 0 || at + 2 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    if (at < 0 || at + 4 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}

/** Returns the end of a TIFF block by its container, so that no offset reaches the pixels: JPEG, WebP and PNG. */
function blockEnd(file: Buffer, at: number): number {
  const before = file.toString('latin1', Math.max(0, at - 10), at);
  const segment = /\xff\xe1(..)Exif\0\0$/s.test(before) ? at - 8 + file.readUInt16BE(at - 8) : null;
  const isChunk = (name: string, length: number) => file.toString('latin1', at - length, at - length + 4) === name;
  if (segment !== null) return segment;
  // A WebP chunk may begin with JPEG's six letters.
  for (const gap of [8, 14]) {
    if (at >= gap && isChunk('EXIF', gap)) return at - gap + 8 + file.readUInt32LE(at - gap + 4);
  }
  if (at >= 8 && isChunk('eXIf', 4)) return at + file.readUInt32BE(at - 8);
  return file.length;
}

/** Blanks the value of an XMP property, `exif:GPSLatitude="…"` or `<exif:GPSLatitude>…`, with spaces. */
function blankProperty(bytes: Buffer, at: number): void {
  const text = bytes.toString('latin1', at, at + MAX_VALUE_BYTES);
  const [whole, before, quoted] = /^(:GPS\w*(?:\s*=\s*["']|[^<>"'=]*>))([^<"']*)/.exec(text) ?? [];
  if (whole === undefined || !quoted) return;
  bytes.fill(0x20, at + before!.length, at + whole.length);
}

/** Replaces the digits of ISO 6709 coordinates such as `+48.8925+002.2364/` by zeros. */
function blankCoordinates(bytes: Buffer, at: number): void {
  const text = bytes.toString('latin1', at, at + 64);
  const found = /^.{4}([+-][\d.]+[+-][\d.]+(?:[+-][\d.]+)?)/s.exec(text);
  if (found) bytes.write(text.slice(4, found[0].length).replaceAll(/\d/g, '0'), at + 4, 'latin1');
}

/** PNG chunks with metadata: EXIF, and texts with XMP. */
const PNG_METADATA = /^(eXIf|[tiz]TXt)$/;
/** Text chunks in which the location may be compressed, or written as hexadecimal digits. */
const PNG_OPAQUE = [
  'zTXtXML:com.adobe.xmp',
  'iTXtXML:com.adobe.xmp\0\x01',
  'tEXtRaw profile type ',
  'iTXtRaw profile type ',
  'zTXtRaw profile type ',
];
/** Type of a chunk that every reader skips: ancillary, private, safe to copy. */
const PNG_SKIPPED = 'wiPe';

/** Empties chunks that hide their content, and computes the checksums of changed ones. */
function repairPng(bytes: Buffer): void {
  for (let at = 8; at + 12 <= bytes.length;) {
    const [end, type] = [at + 8 + bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (end + 4 > bytes.length) return;
    if (PNG_METADATA.test(type)) {
      const start = bytes.toString('latin1', at + 4, Math.min(end, at + 48));
      if (PNG_OPAQUE.some((opaque) => start.startsWith(opaque))) {
        bytes.write(PNG_SKIPPED, at + 4, 'latin1');
        bytes.fill(0, at + 8, end);
      }
      bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    }
    at = end + 4;
  }
}
