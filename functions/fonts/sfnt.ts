import { inflateSync } from 'node:zlib';

/*
 * Reads font files by their specifications (OpenType 1.9, WOFF 1.0, WOFF 2.0) as far as a check needs: their type, and
 * whether all of their tables are there and whole. HarfBuzz itself replaces a damaged table by an empty one.
 */

export type FontType = 'woff2' | 'woff' | 'ttf' | 'otf';

export class FontError extends Error {
  readonly code: FontErrorCode;

  constructor(code: FontErrorCode) {
    super(code);
    this.code = code;
  }
}

type FontErrorCode =
  | 'not_a_font'
  | 'font_collection'
  | 'font_not_embeddable'
  | 'font_too_complex'
  | 'truncated'
  | 'corrupt'
  | 'too_large';

/** Maximum bytes of an unpacked font: five times those of the largest file that is accepted. */
export const MAX_SFNT_BYTES = 10 * 1024 * 1024;

const SIGNATURES: Readonly<Record<string, FontType>> = {
  wOF2: 'woff2',
  wOFF: 'woff',
  OTTO: 'otf',
  true: 'ttf',
  '\0\x01\0\0': 'ttf',
};

/** @throws FontError `not_a_font`, `font_collection` */
export function detectFontType(bytes: Buffer): FontType {
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === 'ttcf') throw new FontError('font_collection');
  const type = SIGNATURES[signature];
  if (!type) throw new FontError('not_a_font');
  // The flavour of a packed font: collections have this signature here too.
  if ((type === 'woff' || type === 'woff2') && bytes.toString('latin1', 4, 8) === 'ttcf') {
    throw new FontError('font_collection');
  }
  return type;
}

interface Table {
  tag: string;
  checksum: number;
  offset: number;
  length: number;
}

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
/** Far more than any font has. */
const MAX_TABLES = 100;
/** Tables without which browsers refuse a font; `OS/2`, `name` and `post` they replace. */
const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
/** Outlines: a font of bitmaps or SVG drawings only has none of them. */
const OUTLINES = ['glyf', 'CFF ', 'CFF2'];

/** @throws FontError `truncated`, `corrupt` if a table is missing, cut off, or does not match its checksum */
export function checkTables(sfnt: Buffer): void {
  if (sfnt.length > MAX_SFNT_BYTES) throw new FontError('too_large');
  const tables = readDirectory(sfnt);
  const tags = new Set(tables.map(({ tag }) => tag));
  if (!REQUIRED.every((tag) => tags.has(tag)) || !OUTLINES.some((tag) => tags.has(tag))) throw new FontError('corrupt');
  if (tables.some(({ offset, length }) => offset + length > sfnt.length)) throw new FontError('truncated');
  for (const table of tables) {
    if (checksumOf(sfnt, table) !== table.checksum) throw new FontError('corrupt');
  }
}

function readDirectory(sfnt: Buffer): Table[] {
  if (sfnt.length < HEADER_BYTES) throw new FontError('truncated');
  const count = sfnt.readUInt16BE(4);
  if (count === 0 || count > MAX_TABLES) throw new FontError('corrupt');
  if (sfnt.length < HEADER_BYTES + count * ENTRY_BYTES) throw new FontError('truncated');
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    return {
      tag: sfnt.toString('latin1', at, at + 4),
      checksum: sfnt.readUInt32BE(at + 4),
      offset: sfnt.readUInt32BE(at + 8),
      length: sfnt.readUInt32BE(at + 12),
    };
  });
}

/** Sum of the table's 32-bit words, padded by zeros. That of `head` leaves out `checkSumAdjustment`, its third word. */
function checksumOf(sfnt: Buffer, { tag, offset, length }: Table): number {
  let sum = 0;
  const whole = offset + length - (length % 4);
  for (let at = offset; at < whole; at += 4) {
    if (tag !== 'head' || at !== offset + 8) sum = (sum + sfnt.readUInt32BE(at)) >>> 0;
  }
  for (let at = whole, shift = 24; at < offset + length; at++, shift -= 8) sum = (sum + (sfnt[at]! << shift)) >>> 0;
  return sum;
}

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;

/** Unpacks WOFF 1.0. @throws FontError `truncated`, `corrupt`, `too_large` */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < WOFF_HEADER_BYTES) throw new FontError('truncated');
  const count = woff.readUInt16BE(12);
  if (count === 0 || count > MAX_TABLES) throw new FontError('corrupt');
  if (woff.length < Math.max(WOFF_HEADER_BYTES + count * WOFF_ENTRY_BYTES, woff.readUInt32BE(8))) {
    throw new FontError('truncated');
  }
  const directory = Buffer.alloc(HEADER_BYTES + count * ENTRY_BYTES);
  directory.set(woff.subarray(4, 8), 0);
  directory.writeUInt16BE(count, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < count; index++) {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number];
    if (from + packed > woff.length) throw new FontError('truncated');
    if (packed > length) throw new FontError('corrupt');
    if (offset + length > MAX_SFNT_BYTES) throw new FontError('too_large');
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    directory.set(woff.subarray(at, at + 4), entry);
    directory.set(woff.subarray(at + 16, at + 20), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(length, entry + 12);
    const table = inflate(woff.subarray(from, from + packed), length);
    parts.push(table, Buffer.alloc(-length & 3));
    offset += length + (-length & 3);
  }
  return Buffer.concat(parts);
}

function inflate(packed: Buffer, length: number): Buffer {
  if (packed.length === length) return packed;
  let table: Buffer;
  try {
    table = inflateSync(packed, { maxOutputLength: length });
  } catch {
    throw new FontError('corrupt');
  }
  if (table.length !== length) throw new FontError('corrupt');
  return table;
}
