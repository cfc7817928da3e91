/*
 * RAW files of cameras. Their sensor data are not developed here: every camera also stores a JPEG of the photo, often
 * at full size, and that is shown. Nothing in the file is trusted: reads outside it give zeros, and every loop ends.
 */

/** Content of a RAW file. `exif` is a TIFF block; undefined if only the preview may have one. */
export type RawContent = { preview: Buffer<ArrayBuffer> | null; orientation: number; exif: Buffer | undefined };

/** Directories of one file, entries of a directory, JPEG starts, and segments before a JPEG's first scan. */
const [MAX_DIRECTORIES, MAX_ENTRIES, MAX_STARTS, MAX_SEGMENTS] = [64, 1024, 2000, 256];
/** Bytes copied for the EXIF of formats whose magic number EXIF readers do not know. */
const EXIF_BYTES = 4 * 1024 * 1024;
/** Boxes of a CR3 precede its pixels. */
const BOXES_BYTES = 4 * 1024 * 1024;

const [ORIENTATION, STRIP_OFFSETS, SUB_DIRECTORIES, JPEG_OFFSET, EXIF, DNG_VERSION] = [
  0x0112, 0x0111, 0x014a, 0x0201, 0x8769, 0xc612,
];

/** Returns the largest JPEG of a RAW file as a file of its own, with the orientation and the EXIF of the whole. */
export function readRaw(file: Buffer): RawContent {
  const { exif, block } = readExifBlock(file);
  const image = block ? [...block.entries(block.long(4))] : [];
  const isDng = image.some(({ tag }) => tag === DNG_VERSION);
  const starts = block && isDng ? imageOffsets(block) : jpegStarts(file);
  let [largest, preview]: [number, number | null] = [0, null];
  for (const start of starts) {
    const pixels = countPixels(file, start);
    if (pixels > largest) [largest, preview] = [pixels, start];
  }
  const turned = image.find(({ tag }) => tag === ORIENTATION)?.values[0] ?? 1;
  return {
    preview: preview === null ? null : cutJpeg(file, preview),
    orientation: turned >= 1 && turned <= 8 ? turned : 1,
    exif,
  };
}

/** EXIF with an orientation and nothing else, as a segment of a JPEG. */
const ORIENTATION_SEGMENT = Buffer.from(
  '\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
  'latin1',
);

/** Returns a JPEG with an orientation, for one that has none itself. libvips reads the first EXIF segment. */
export function withOrientation(jpeg: Buffer<ArrayBuffer>, orientation: number): Buffer<ArrayBuffer> {
  const segment = Buffer.from(ORIENTATION_SEGMENT);
  segment.writeUInt16BE(orientation, segment.length - 8);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

type Entry = { tag: number; values: number[] };

/** Directories of a TIFF structure (TIFF 6.0, section 2), which most RAW formats are. */
class TiffBlock {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isLittle = bytes[0] === 0x49;
  }

  /** Yields the entries of a directory, with values of the types SHORT and LONG only. */
  *entries(at: number): Generator<Entry> {
    for (let index = 0; index < Math.min(this.short(at), MAX_ENTRIES); index++) {
      const entry = at + 2 + 12 * index;
      const [type, count] = [this.short(entry + 2), this.long(entry + 4)];
      const size = { 3: 2, 4: 4, 13: 4 }[type];
      const from = size && size * count > 4 ? this.long(entry + 8) : entry + 8;
      const length = size ? Math.min(count, MAX_DIRECTORIES) : 0;
      const values = Array.from({ length }, (_, value) =>
        size === 2 ? this.short(from + 2 * value) : this.long(from + 4 * value),
      );
      yield { tag: this.short(entry), values };
    }
  }

  /** Returns the offset of the directory after this one, 0 if there is none. */
  next(at: number): number {
    return this.long(at + 2 + 12 * this.short(at));
  }

  short(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  long(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}

/** Finds the TIFF structure: the file itself, or boxes of a CR3. A RAF has none beside its preview's. */
function readExifBlock(file: Buffer): { exif: Buffer | undefined; block: TiffBlock | null } {
  const magic = file.toString('latin1', 0, 4);
  if (magic === 'II*\0' || magic === 'MM\0*') return { exif: file, block: new TiffBlock(file) };
  // Olympus and Panasonic.
  if (/^(?:II(?:RO|RS|U\0)|MMOR)$/.test(magic)) {
    const head = Buffer.from(file.subarray(0, EXIF_BYTES));
    head.write(magic.startsWith('II') ? 'II*\0' : 'MM\0*', 'latin1');
    return { exif: head, block: new TiffBlock(head) };
  }
  const [image, photo] = [findBox(file, 'CMT1'), findBox(file, 'CMT2')];
  if (!image) return { exif: undefined, block: null };
  return { exif: photo ? joinBlocks(image, photo) : image, block: new TiffBlock(image) };
}

/** Returns the content of a box (ISO/IEC 14496-12 §4.2) that holds a TIFF block, which Canon writes little-endian. */
function findBox(file: Buffer, name: string): Buffer | null {
  const head = file.subarray(0, BOXES_BYTES);
  const at = head.indexOf(name, 0, 'latin1');
  if (file.toString('latin1', 4, 12) !== 'ftypcrx ' || at < 4) return null;
  const content = head.subarray(at + 4, at - 4 + head.readUInt32BE(at - 4));
  return content.toString('latin1', 0, 4) === 'II*\0' && content.length > 14 ? content : null;
}

/** Bytes of a value of each TIFF type, by its number. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** Joins a CR3's block of the camera and that of the exposure to one EXIF block: the first then points to the other. */
function joinBlocks(image: Buffer, photo: Buffer): Buffer {
  const base = photo.length;
  const from = image.readUInt32LE(4);
  const count = from + 2 <= image.length ? image.readUInt16LE(from) : 0;
  const entries = image.subarray(from + 2, from + 2 + 12 * count);
  if (entries.length < 12 * count) return image;
  const directory = Buffer.alloc(2 + 12 * (count + 1) + 4);
  directory.writeUInt16LE(count + 1);
  entries.copy(directory, 2);
  for (let entry = 2; entry < 2 + 12 * count; entry += 12) {
    const size = (TYPE_BYTES[directory.readUInt16LE(entry + 2)] ?? 0) * directory.readUInt32LE(entry + 4);
    if (size > 4) directory.writeUInt32LE((directory.readUInt32LE(entry + 8) + base) % 2 ** 32, entry + 8);
  }
  const pointer = 2 + 12 * count;
  directory.writeUInt16LE(EXIF, pointer);
  directory.writeUInt16LE(4, pointer + 2);
  directory.writeUInt32LE(1, pointer + 4);
  directory.writeUInt32LE(photo.readUInt32LE(4), pointer + 8);
  const joined = Buffer.concat([photo, image, directory]);
  joined.writeUInt32LE(base + image.length, 4);
  return joined;
}

/**
 * Returns the offsets of the images of a DNG by its directories: its sensor data may be JPEG tiles of ordinary JPEG,
 * which a search would take for images.
 */
function imageOffsets(block: TiffBlock): number[] {
  const found: number[] = [];
  const directories = [block.long(4)];
  for (let visited = 0; visited < Math.min(directories.length, MAX_DIRECTORIES); visited++) {
    const at = directories[visited]!;
    for (const { tag, values } of block.entries(at)) {
      if (tag === SUB_DIRECTORIES) directories.push(...values);
      if (tag === JPEG_OFFSET || (tag === STRIP_OFFSETS && values.length === 1)) found.push(values[0] ?? 0);
    }
    const next = block.next(at);
    if (next > 0) directories.push(next);
  }
  return found.slice(0, MAX_STARTS);
}

/**
 * Yields the offsets at which a JPEG may begin. All formats but DNG are searched: cameras store their previews in
 * directories, maker's notes, boxes and headers of their own.
 */
function* jpegStarts(file: Buffer): Generator<number> {
  const start = Buffer.from([0xff, 0xd8, 0xff]);
  let left = MAX_STARTS;
  for (let at = file.indexOf(start); at !== -1 && left-- > 0; at = file.indexOf(start, at + 1)) yield at;
}

/**
 * Returns the pixels of a JPEG (ITU-T T.81, annex B); 0 if there is none that browsers show. Sensor data may be lossless
 * JPEG or have more than 8 bits.
 */
function countPixels(file: Buffer, start: number): number {
  if (start + 4 > file.length || file.readUInt16BE(start) !== 0xffd8) return 0;
  let pixels = 0;
  for (const { marker, at, end } of segments(file, start)) {
    if (marker === SCAN) return end <= file.length ? pixels : 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && (marker > 0xc2 || end > file.length || end - at < 9 || file[at + 2] !== 8)) return 0;
    if (isFrame) pixels = file.readUInt16BE(at + 3) * file.readUInt16BE(at + 5);
  }
  return 0;
}

const SCAN = 0xda;

/** Yields the segments of a JPEG up to its first scan; `at` is the offset of the length. */
function* segments(file: Buffer, start: number): Generator<{ marker: number; at: number; end: number }> {
  let at = start + 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 4 <= file.length && file[at] === 0xff; count++) {
    const marker = file[at + 1]!;
    // 0xff 0xff is padding before a marker.
    const end = marker === 0xff ? at + 1 : at + 2 + file.readUInt16BE(at + 2);
    if (marker !== 0xff) yield { marker, at: at + 2, end };
    if (marker === SCAN) return;
    at = end;
  }
}

/** Copies a JPEG up to its end marker, which occurs nowhere else after the segments. */
function cutJpeg(file: Buffer, start: number): Buffer<ArrayBuffer> {
  let scan = start;
  for (const { end } of segments(file, start)) scan = end;
  const end = file.indexOf('\xff\xd9', scan, 'latin1');
  return Buffer.from(file.subarray(start, end < 0 ? file.length : end + 2));
}
