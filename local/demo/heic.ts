/*
 * Writes HEIC files without an encoder: their HEVC is uncompressed (`pcm_flag`, ITU-T H.265 §7.3.8.7), so the decoded
 * pixels are known exactly. As in phone photos, the image is a grid of tiles, with EXIF, a profile and a rotation beside
 * it. Decoders limit the items of a file, of which each tile is one: libheif in sharp to 256.
 */

/** Side of the largest block that HEVC stores uncompressed. */
export const BLOCK = 32;

/** Samples of a block, by rows: `BLOCK` × `BLOCK` of Y, a quarter as many of Cb and Cr (BT.601, full range). */
type BlockSamples = readonly [y: Buffer, cb: Buffer, cr: Buffer];

/** Content of a file. */
export interface HeicContent {
  /** In tiles. */
  columns: number;
  rows: number;
  /** Blocks on each side of a tile; by default a tile is one block. */
  blocks?: number;
  /** Returns the samples of a block by its column and row in the image. */
  samples: (column: number, row: number) => BlockSamples;
  /** Quarter turns counter-clockwise (`irot`). */
  turns?: number;
  /** `imir`: 0 swaps top and bottom, 1 left and right. */
  mirror?: 0 | 1;
  icc?: Buffer;
  /** A TIFF block. */
  exif?: Buffer;
  /** Side in pixels that the grid claims instead of its own. */
  claims?: { width: number; height: number };
}

/** Bits of a parameter set, most significant first. */
class Bits {
  #bits = '';

  /** Adds pairs of a value and its number of bits. */
  add(...pairs: ReadonlyArray<readonly [value: number, length: number]>): this {
    for (const [value, length] of pairs) this.#bits += value.toString(2).padStart(length, '0');
    return this;
  }

  /** Adds Exp-Golomb codes, `ue(v)`. */
  golomb(...values: readonly number[]): this {
    for (const value of values) {
      const code = (value + 1).toString(2);
      this.#bits += '0'.repeat(code.length - 1) + code;
    }
    return this;
  }

  /** Returns the bytes: a stop bit, and zeros up to the next byte. */
  end(): Buffer {
    const all = `${this.#bits}1`;
    const padded = all.padEnd(Math.ceil(all.length / 8) * 8, '0');
    return Buffer.from(padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  }
}

/** A NAL unit with its header; a 3 breaks up what would look like a start code (§7.3.1.1). */
function nal(type: number, payload: Buffer): Buffer {
  const escaped: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from([type << 1, 1, ...escaped]);
}

const PROFILE = [
  [3, 8],
  [0x1000, 16],
  [0, 16],
  [0, 8],
  [0, 32],
  [0, 8],
  [30, 8],
] as const;

const parameterSets = (side: number): Array<readonly [type: number, unit: Buffer]> => [
  [
    32,
    new Bits()
      .add([0, 4], [3, 2], [0, 6], [0, 3], [1, 1], [0xffff, 16], ...PROFILE, [1, 1])
      .golomb(0, 0, 0)
      .add([0, 6])
      .golomb(0)
      .add([0, 2])
      .end(),
  ],
  [
    33,
    new Bits()
      .add([0, 4], [0, 3], [1, 1], ...PROFILE)
      .golomb(0, 1, side, side)
      .add([0, 1])
      .golomb(0, 0, 0)
      .add([1, 1])
      .golomb(0, 0, 0, 2, 0, 0, 3, 0, 0)
      .add([0, 3], [1, 1], [7, 4], [7, 4])
      .golomb(2, 0)
      .add([1, 1])
      .golomb(0)
      .add([0, 5])
      .end(),
  ],
  [
    34,
    new Bits()
      .golomb(0, 0)
      .add([0, 7])
      .golomb(0, 0, 0)
      .add([0, 3])
      .golomb(0, 0)
      .add([0, 7], [1, 1], [0, 1], [1, 1])
      .add([0, 2])
      .golomb(0)
      .add([0, 2])
      .end(),
  ],
];

/**
 * A slice of one block. Around the samples are the arithmetic code of "one undivided, uncompressed block" and that of
 * "end of the slice", each a constant, because every slice restarts the arithmetic coder.
 * @param address of the block among the `count` blocks of its tile
 */
function slice(samples: BlockSamples, address: number, count: number): Buffer {
  const header = new Bits().add([address === 0 ? 2 : 0, 2]).golomb(0);
  if (address > 0) header.add([address, Math.ceil(Math.log2(count))]);
  const start = header.golomb(2, 0).end();
  const unit = nal(19, Buffer.concat([start, Buffer.from([0x86, 0x80]), ...samples, Buffer.from([0xfe, 0x80])]));
  return Buffer.concat([u32(unit.length), unit]);
}

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)));

function box(name: string, ...parts: ReadonlyArray<Buffer | string>): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

const fullBox = (name: string, version: number, flags: number, ...parts: ReadonlyArray<Buffer | string>) =>
  box(name, u32((version << 24) + flags), ...parts);

function decoderConfiguration(side: number): Buffer {
  const units = parameterSets(side).map(([type, payload]) => {
    const unit = nal(type, payload);
    return Buffer.concat([Buffer.from([0x80 | type]), u16(1, unit.length), unit]);
  });
  const start = Buffer.from('0103100000000000000000001ef000fcfdf8f800000f03', 'hex');
  return box('hvcC', start, ...units);
}

/** Returns a file: tiles are items 1…n, then the grid and the EXIF data. */
export function heic(content: HeicContent): Buffer {
  const { columns, rows, blocks = 1, samples, turns = 0, mirror, icc, exif } = content;
  const side = blocks * BLOCK;
  const { width, height } = content.claims ?? { width: columns * side, height: rows * side };
  const tile = (column: number, row: number) =>
    Array.from({ length: blocks ** 2 }, (_, address) => {
      const [x, y] = [column * blocks + (address % blocks), row * blocks + Math.floor(address / blocks)];
      return slice(samples(x, y), address, blocks ** 2);
    });
  const tiles = Array.from({ length: columns * rows }, (_, index) =>
    Buffer.concat(tile(index % columns, Math.floor(index / columns))),
  );
  const [gridId, exifId] = [tiles.length + 1, tiles.length + 2];
  // Grid with sides of 32 bits.
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width, height)]);
  const items = [
    ...tiles.map((data) => ({ type: 'hvc1', data, flags: 1 })),
    { type: 'grid', data: grid, flags: 0 },
    ...(exif
      ? [{ type: 'Exif', data: Buffer.concat([u32(6), Buffer.from('Exif\0\0', 'latin1'), exif]), flags: 1 }]
      : []),
  ];
  const nclx = box('colr', 'nclx', u16(1, 13, 6), Buffer.from([0x80]));
  const properties = [
    decoderConfiguration(side),
    fullBox('ispe', 0, 0, u32(side, side)),
    nclx,
    fullBox('ispe', 0, 0, u32(width, height)),
    ...(icc ? [box('colr', 'prof', icc)] : []),
    ...(mirror === undefined ? [] : [box('imir', Buffer.from([mirror]))]),
    ...(turns ? [box('irot', Buffer.from([turns]))] : []),
  ];
  const ofGrid = properties.slice(2).map((_, index) => index + 3);
  const uses = [...tiles.map(() => [1, 2, 3]), ofGrid];
  const assigned = uses.map((list, index) => Buffer.concat([u16(index + 1), Buffer.from([list.length, ...list])]));
  const references = [
    box('dimg', u16(gridId, tiles.length, ...tiles.map((_, index) => index + 1))),
    ...(exif ? [box('cdsc', u16(exifId, 1, gridId))] : []),
  ];
  const meta = (start: number) => {
    let at = start;
    const locations = items.map(({ data }, index) => {
      const entry = Buffer.concat([u16(index + 1, 0, 1), u32(at, data.length)]);
      at += data.length;
      return entry;
    });
    const infos = items.map(({ type, flags }, index) => fullBox('infe', 2, flags, u16(index + 1, 0), type, '\0'));
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), 'pict', Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(gridId)),
      fullBox('iloc', 0, 0, Buffer.from([0x44, 0]), u16(items.length), ...locations),
      fullBox('iinf', 0, 0, u16(items.length), ...infos),
      fullBox('iref', 0, 0, ...references),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, u32(uses.length), ...assigned)),
    );
  };
  const head = box('ftyp', 'heic', u32(0), 'mif1heic');
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box('mdat', ...items.map(({ data }) => data))]);
}

/** Returns the samples of an RGB image of 8 bits, whose sides are multiples of `BLOCK`; chroma is the mean of 2 × 2. */
export function samplesOf(pixels: Buffer, width: number): HeicContent['samples'] {
  return (column, row) => {
    const luma = Buffer.alloc(BLOCK * BLOCK);
    const chroma = [new Float64Array(luma.length / 4), new Float64Array(luma.length / 4)] as const;
    for (let index = 0; index < luma.length; index++) {
      const [x, y] = [index % BLOCK, Math.floor(index / BLOCK)];
      const start = ((row * BLOCK + y) * width + column * BLOCK + x) * 3;
      const [red, green, blue] = [pixels[start]!, pixels[start + 1]!, pixels[start + 2]!];
      const light = 0.299 * red + 0.587 * green + 0.114 * blue;
      luma[index] = Math.round(light);
      const quarter = (y >> 1) * (BLOCK / 2) + (x >> 1);
      chroma[0][quarter]! += (blue - light) / 1.772 / 4;
      chroma[1][quarter]! += (red - light) / 1.402 / 4;
    }
    const [cb, cr] = chroma.map((plane) => Buffer.from(plane.map((value) => Math.min(255, Math.round(value + 128)))));
    return [luma, cb!, cr!];
  };
}
