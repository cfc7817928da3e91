/*
 * Writes small RAW files, with the structures of each format and noise for the sensor. Beside their previews they
 * contain what must not be taken for one: lossless JPEG, as Canon and Adobe store sensor data.
 */
import { seededRandom } from './random.ts';

export const RAW_FORMATS = ['cr2', 'cr3', 'nef', 'arw', 'raf', 'dng', 'orf', 'rw2'] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

export interface RawFields {
  /** JPEGs, in the order of the file. */
  previews: readonly Buffer[];
  /** EXIF orientation of the RAW, not of its previews. */
  orientation?: number;
  /** Capture time as EXIF writes it. */
  taken?: string;
  /** Text of the GPS directory. */
  location?: string;
}

type Field = readonly [tag: number, value: string | number | readonly number[] | { short: number } | Buffer];

/** A directory of a TIFF structure, with its values behind it. Numbers are LONG. */
function directory(fields: readonly Field[], at: number, isLittle: boolean, next = 0): Buffer {
  const sorted = fields.toSorted(([a], [b]) => a - b);
  const table = Buffer.alloc(2 + sorted.length * 12 + 4);
  const short = (value: number, to: number) =>
    isLittle ? table.writeUInt16LE(value, to) : table.writeUInt16BE(value, to);
  const long = (value: number, to: number, of = table) =>
    isLittle ? of.writeUInt32LE(value, to) : of.writeUInt32BE(value, to);
  short(sorted.length, 0);
  const data: Buffer[] = [];
  let end = at + table.length;
  sorted.forEach(([tag, value], index) => {
    const entry = 2 + index * 12;
    const longs = typeof value === 'number' ? [value] : Array.isArray(value) ? (value as number[]) : null;
    short(tag, entry);
    if (longs === null && typeof value === 'object' && 'short' in value) {
      short(3, entry + 2);
      long(1, entry + 4);
      return short((value as { short: number }).short, entry + 8);
    }
    const bytes = longs ? Buffer.alloc(4 * longs.length) : Buffer.from(value as Buffer);
    longs?.forEach((each, index) => long(each, 4 * index, bytes));
    const text = typeof value === 'string' ? Buffer.from(`${value}\0`, 'latin1') : bytes;
    short(longs ? 4 : typeof value === 'string' ? 2 : 7, entry + 2);
    long(longs ? longs.length : text.length, entry + 4);
    if (text.length <= 4) return text.copy(table, entry + 8);
    long(end, entry + 8);
    const padded = Buffer.concat([text, Buffer.alloc(text.length & 1)]);
    data.push(padded);
    return (end += padded.length);
  });
  long(next, table.length - 4);
  return Buffer.concat([table, ...data]);
}

/** The start of a lossless JPEG of 12 bits (ITU-T T.81, SOF3), larger than every preview. */
const LOSSLESS = Buffer.from('ffd8ffc3000b0c27104e2001011100ffda00080101000100', 'hex');

const SENSOR = sensor();

function sensor(): Buffer {
  const random = seededRandom(1);
  const noise = () => Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(random() * 256)));
  return Buffer.concat([noise(), LOSSLESS, noise()]);
}

interface TiffOptions {
  isLittle: boolean;
  /** The first eight bytes up to the directory's offset. */
  start: string;
  /** Fields of the first directory, given the offsets of the previews. */
  image: (previews: readonly number[]) => Field[];
  /** Fields of sub-directories. */
  parts?: (previews: readonly number[]) => Field[][];
}

/** A RAW that is a TIFF: header, directories, sensor data, previews. */
function tiffRaw({ previews, orientation = 1, taken, location }: RawFields, options: TiffOptions): Buffer {
  const { isLittle, start, image, parts = () => [] } = options;
  const built = (offsets: readonly number[]) => {
    const blocks: Buffer[] = [];
    // The first directory is written last: it has the offsets of the others.
    let at = 16;
    const add = (fields: readonly Field[]) => {
      const block = directory(fields, at, isLittle);
      blocks.push(block);
      at += block.length;
      return at - block.length;
    };
    const photo = add(taken ? [[0x9003, taken]] : []);
    const gps = add(location ? [[0x001b, location]] : []);
    const subs = parts(offsets).map(add);
    const first = add([
      [0x010f, 'Canary'],
      [0x0112, { short: orientation }],
      [0x8769, photo],
      ...(location ? [[0x8825, gps] as const] : []),
      ...(subs.length > 0 ? [[0x014a, subs] as const] : []),
      ...image(offsets),
    ]);
    const head = Buffer.alloc(16);
    head.write(start, 'latin1');
    if (isLittle) head.writeUInt32LE(first, 4);
    else head.writeUInt32BE(first, 4);
    return Buffer.concat([head, ...blocks, SENSOR]);
  };
  let end = built(previews.map(() => 0)).length;
  const offsets = previews.map(({ length }) => (end += length) - length);
  return Buffer.concat([built(offsets), ...previews]);
}

const lengths = (previews: readonly Buffer[]) => previews.map(({ length }) => length);

function cr3({ previews, orientation = 1, taken, location }: RawFields): Buffer {
  const box = (name: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const block = (fields: readonly Field[]) =>
    Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory(fields, 8, true)]);
  const metadata = [
    box(
      'CMT1',
      block([
        [0x010f, 'Canary'],
        [0x0112, { short: orientation }],
      ]),
    ),
    box('CMT2', block(taken ? [[0x9003, taken]] : [])),
    box('CMT4', block(location ? [[0x001b, location]] : [])),
  ];
  const [first, ...rest] = previews;
  const preview = first ? [box('uuid', Buffer.alloc(16), box('PRVW', Buffer.alloc(16), first))] : [];
  return Buffer.concat([
    box('ftyp', Buffer.from('crx \0\0\0\x01crx isom', 'latin1')),
    box('moov', box('uuid', Buffer.alloc(16), ...metadata)),
    ...preview,
    box('mdat', ...rest, SENSOR),
  ]);
}

/** A RAF: its header tells where its one JPEG is, which has all EXIF. */
function raf({ previews }: RawFields): Buffer {
  const head = Buffer.alloc(160);
  head.write('FUJIFILMCCD-RAW 0201FF000001Canary', 'latin1');
  head.writeUInt32BE(head.length, 84);
  head.writeUInt32BE(previews[0]?.length ?? 0, 88);
  return Buffer.concat([head, ...previews, SENSOR]);
}

/** Returns a file of a format. A RAF takes EXIF from its JPEG only. */
export function rawFile(format: RawFormat, fields: RawFields): Buffer {
  const { previews } = fields;
  const [little, big] = [
    { isLittle: true, start: 'II*\0' },
    { isLittle: false, start: 'MM\0*' },
  ];
  const jpegs = (offsets: readonly number[]): Field[][] =>
    offsets.map((at, index) => [
      [0x0201, at],
      [0x0202, lengths(previews)[index]!],
    ]);
  const strips = (offsets: readonly number[]): Field[][] =>
    offsets.map((at, index) => [
      [0x0111, at],
      [0x0117, lengths(previews)[index]!],
    ]);
  if (format === 'cr3') return cr3(fields);
  if (format === 'raf') return raf(fields);
  if (format === 'cr2') return tiffRaw(fields, { ...little, image: (offsets) => strips(offsets).at(-1) ?? [] });
  if (format === 'nef') return tiffRaw(fields, { ...big, image: () => [], parts: jpegs });
  if (format === 'arw') return tiffRaw(fields, { ...little, image: (offsets) => jpegs(offsets)[0] ?? [] });
  // DNGVersion, as a number of four bytes.
  if (format === 'dng') return tiffRaw(fields, { ...little, image: () => [[0xc612, 0x401]], parts: strips });
  if (format === 'orf') return tiffRaw(fields, { isLittle: true, start: 'IIRO', image: () => [] });
  return tiffRaw(fields, { isLittle: true, start: 'IIU\0', image: (offsets) => [[0x002e, offsets[0] ?? 0]] });
}
