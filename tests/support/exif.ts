/*
 * EXIF (CIPA DC-008) written field by field, including tags that cameras write and sharp cannot: maker's notes, a
 * thumbnail, the interoperability block.
 */
export type ExifField = readonly [tag: number, value: string | Buffer | number | number[]];
export type ExifBlocks = {
  image?: ExifField[];
  photo?: ExifField[];
  gps?: ExifField[];
  interop?: ExifField[];
  /** A JPEG. */
  thumbnail?: Buffer;
};

/** Inserts a segment after a JPEG's first marker. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0]);
  start.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), start, data, jpeg.subarray(2)]);
}

export function withExifBlock(jpeg: Buffer, blocks: ExifBlocks): Buffer {
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(blocks)]));
}

/** Builds a TIFF, grey or CMYK, whose own structure contains the blocks. */
export function tiff(pixels: Buffer, width: number, height: number, blocks: ExifBlocks): Buffer {
  const channels = pixels.length / (width * height);
  const fields = (strip: number): ExifField[] => [
    [0x0100, width],
    [0x0101, height],
    [0x0102, Array<number>(channels).fill(8)],
    [0x0106, channels === 1 ? 1 : 5],
    [0x0111, strip],
    [0x0115, channels],
    [0x0116, height],
    [0x0117, pixels.length],
  ];
  const built = (strip: number) => exifBlock({ ...blocks, image: [...(blocks.image ?? []), ...fields(strip)] });
  return Buffer.concat([built(built(0).length), pixels]);
}

export function exifBlock({ image = [], photo = [], gps = [], interop = [], thumbnail }: ExifBlocks): Buffer {
  // Each block starts after the previous ones, which contain its offset: written from the back.
  const parts: Buffer[] = [];
  const header = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  const sizes = {
    interop: sizeOf(interop),
    photo: sizeOf([...photo, [0xa005, 0]]),
    gps: sizeOf(gps),
    image: sizeOf([...image, [0x8769, 0], [0x8825, 0]]),
  };
  const photoAt = header.length + sizes.image;
  const gpsAt = photoAt + sizes.photo;
  const interopAt = gpsAt + sizes.gps;
  const small = interopAt + sizes.interop;
  parts.push(
    block([...image, [0x8769, photoAt], [0x8825, gpsAt]], header.length, thumbnail ? small : 0),
    block([...photo, [0xa005, interopAt]], photoAt),
    block(gps, gpsAt),
    block(interop, interopAt),
  );
  if (thumbnail) {
    const fields = (at: number): ExifField[] => [
      [0x0201, at],
      [0x0202, thumbnail.length],
    ];
    parts.push(block(fields(small + sizeOf(fields(0))), small), thumbnail);
  }
  return Buffer.concat([header, ...parts]);
}

function sizeOf(fields: readonly ExifField[]): number {
  return block(fields, 0).length;
}

/** Numbers are LONG, except lists, colour space and orientation, which the standard requires as SHORT. */
function block(fields: readonly ExifField[], at: number, next = 0): Buffer {
  const sorted = fields.toSorted(([a], [b]) => a - b);
  const table = Buffer.alloc(2 + sorted.length * 12 + 4);
  table.writeUInt16BE(sorted.length);
  const data: Buffer[] = [];
  let end = at + table.length;
  for (const [index, [tag, value]] of sorted.entries()) {
    const entry = table.subarray(2 + index * 12);
    entry.writeUInt16BE(tag);
    const [kind, count, bytes] = encoded(tag, value);
    entry.writeUInt16BE(kind, 2);
    entry.writeUInt32BE(count, 4);
    if (bytes.length <= 4) bytes.copy(entry, 8);
    else {
      entry.writeUInt32BE(end, 8);
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length & 1)]);
      data.push(padded);
      end += padded.length;
    }
  }
  table.writeUInt32BE(next, table.length - 4);
  return Buffer.concat([table, ...data]);
}

function encoded(tag: number, value: ExifField[1]): [kind: number, count: number, bytes: Buffer] {
  if (typeof value === 'string') return [2, value.length + 1, Buffer.from(`${value}\0`, 'latin1')];
  if (Buffer.isBuffer(value)) return [7, value.length, value];
  if (typeof value === 'object') {
    const shorts = Buffer.alloc(value.length * 2);
    value.forEach((short, index) => shorts.writeUInt16BE(short, index * 2));
    return [3, value.length, shorts];
  }
  const bytes = Buffer.alloc(4);
  const isShort = tag === 0xa001 || tag === 0x0112;
  if (isShort) bytes.writeUInt16BE(value);
  else bytes.writeUInt32BE(value);
  return [isShort ? 3 : 4, 1, bytes];
}
