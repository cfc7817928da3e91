/*
 * Writes small HEIC files. Their HEVC is uncompressed (`pcm_flag`, ITU-T H.265 §7.3.8.7), so the decoded pixels are
 * known exactly. As in phone photos, the image is a grid of tiles, with EXIF, a profile and a rotation beside it.
 */

/** Side of a tile: the largest block that HEVC stores uncompressed. */
export const TILE = 32;

/** Content of a file. `colour` gives Y, Cb and Cr (BT.601, full range) of a tile. */
export interface HeicContent {
  columns: number;
  rows: number;
  colour: (column: number, row: number) => readonly [y: number, cb: number, cr: number];
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

const PARAMETER_SETS: Array<readonly [type: number, unit: Buffer]> = [
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
      .golomb(0, 1, TILE, TILE)
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
 * A tile of one colour. Around the samples are the arithmetic code of "one undivided, uncompressed block" and that of
 * "end of the slice", each a constant.
 */
function tile([y, cb, cr]: readonly [number, number, number]): Buffer {
  const header = new Bits().add([2, 2]).golomb(0, 2, 0).end();
  const [luma, chroma] = [TILE * TILE, (TILE / 2) * (TILE / 2)];
  const samples = [Buffer.alloc(luma, y), Buffer.alloc(chroma, cb), Buffer.alloc(chroma, cr)];
  const unit = nal(19, Buffer.concat([header, Buffer.from([0x86, 0x80]), ...samples, Buffer.from([0xfe, 0x80])]));
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

function decoderConfiguration(): Buffer {
  const units = PARAMETER_SETS.map(([type, payload]) => {
    const unit = nal(type, payload);
    return Buffer.concat([Buffer.from([0x80 | type]), u16(1, unit.length), unit]);
  });
  const start = Buffer.from('0103100000000000000000001ef000fcfdf8f800000f03', 'hex');
  return box('hvcC', start, ...units);
}

/** Returns a file: tiles are items 1…n, then the grid and the EXIF data. */
export function heic(content: HeicContent): Buffer {
  const { columns, rows, colour, turns = 0, mirror, icc, exif } = content;
  const { width, height } = content.claims ?? { width: columns * TILE, height: rows * TILE };
  const tiles = Array.from({ length: columns * rows }, (_, index) =>
    tile(colour(index % columns, Math.floor(index / columns))),
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
    decoderConfiguration(),
    fullBox('ispe', 0, 0, u32(TILE, TILE)),
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

/** Converts a tile's colour as a decoder does (BT.601, full range). */
export function toRgb([y, cb, cr]: readonly [number, number, number]): number[] {
  const [blue, red] = [cb - 128, cr - 128];
  return [y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue].map((value) =>
    Math.min(255, Math.max(0, Math.round(value))),
  );
}
