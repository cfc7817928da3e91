/*
 * Reads single fields of an EXIF block (CIPA DC-008, TIFF 6.0). A reader of whole blocks was still busy with a
 * hostile one of 1 MB after 20 s: each of 65,535 entries may describe the block's bytes as its values. This one reads the
 * first value of a named field, so its time is bounded by the number of entries.
 */

/** Tags of the fields that are read, by directory. */
const TAGS = {
  image: { make: 0x01_0f, model: 0x01_10, artist: 0x01_3b, copyright: 0x82_98, photo: 0x87_69 },
  photo: {
    exposureTime: 0x82_9a,
    fNumber: 0x82_9d,
    iso: 0x88_27,
    dateTimeOriginal: 0x90_03,
    offsetTimeOriginal: 0x90_11,
    subSecTimeOriginal: 0x92_91,
    focalLength: 0x92_0a,
    colorSpace: 0xa0_01,
    interoperability: 0xa0_05,
    lensModel: 0xa4_34,
  },
  interoperability: { index: 0x00_01 },
} as const;

type Directory = keyof typeof TAGS;
export type ExifFields<D extends Directory> = Partial<Record<keyof (typeof TAGS)[D], number | Buffer>>;
export type ExifBlock = { [D in Directory]: ExifFields<D> };

/** Longest text that is read, in bytes. */
const MAX_TEXT_BYTES = 4096;
const ENTRY_BYTES = 12;

/** Returns the fields of a block: text as bytes, numbers by their first value. Null if it is no EXIF. */
export function readExifFields(exif: Buffer): ExifBlock | null {
  const block = exif.toString('latin1', 0, 5) === 'Exif\0' ? exif.subarray(6) : exif;
  const order = block.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return null;
  const read = new Reader(block, order === 'II*\0');
  const image = read.directory('image', read.number(4, 4));
  const photo = read.directory('photo', image.photo);
  return { image, photo, interoperability: read.directory('interoperability', photo.interoperability) };
}

class Reader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  /** Returns an unsigned number; undefined outside the block. */
  number(at: number, size: 1 | 2 | 4): number | undefined {
    if (at < 0 || at + size > this.#bytes.length) return undefined;
    return this.#isLittle ? this.#bytes.readUIntLE(at, size) : this.#bytes.readUIntBE(at, size);
  }

  /** Returns the fields of the directory at an offset; none without a directory there. */
  directory<D extends Directory>(name: D, at: number | Buffer | undefined): ExifFields<D> {
    const fields: Record<string, number | Buffer> = {};
    if (typeof at !== 'number' || at < 8) return fields as ExifFields<D>;
    const names = new Map<number | undefined, string>(Object.entries(TAGS[name]).map(([field, tag]) => [tag, field]));
    const count = this.number(at, 2) ?? 0;
    for (let entry = at + 2; entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
      const tag = this.number(entry, 2);
      if (tag === undefined) break;
      const field = names.get(tag);
      const value = field === undefined ? undefined : this.#value(entry);
      if (value !== undefined) fields[field!] = value;
    }
    return fields as ExifFields<D>;
  }

  #value(entry: number): number | Buffer | undefined {
    const [type, count] = [this.number(entry + 2, 2), this.number(entry + 4, 4) ?? 0];
    const inEntry = entry + 8;
    const from = (size: number) => (size * count <= 4 ? inEntry : (this.number(inEntry, 4) ?? this.#bytes.length));
    // ASCII, and UNDEFINED, which programs use for text as well.
    if (type === 2 || type === 7) {
      const start = from(1);
      return this.#bytes.subarray(start, start + Math.min(count, MAX_TEXT_BYTES));
    }
    if (count === 0) return undefined;
    if (type === 1) return this.number(from(1), 1);
    if (type === 3) return this.number(from(2), 2);
    if (type === 4) return this.number(from(4), 4);
    if (type !== 5) return undefined;
    const [numerator, denominator] = [this.number(from(8), 4), this.number(from(8) + 4, 4)];
    return numerator === undefined || denominator === undefined ? undefined : numerator / denominator;
  }
}
