/** CIE 1931 chromaticities, and the exponent of the tone curve. */
export type RgbSpace = {
  name: string;
  primaries: readonly [Chromaticity, Chromaticity, Chromaticity];
  white: Chromaticity;
  gamma: number;
};

type Chromaticity = readonly [x: number, y: number];
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Adobe RGB (1998) Color Image Encoding, version 2005-05, §4.3: primaries, D65, and 563/256. */
export const ADOBE_RGB: RgbSpace = {
  name: 'Adobe RGB (1998) compatible',
  primaries: [
    [0.64, 0.33],
    [0.21, 0.71],
    [0.15, 0.06],
  ],
  white: [0.3127, 0.329],
  gamma: 563 / 256,
};

/** White point of the profile connection space (ICC.1:2001-04, §6.3.4.3). */
const D50: Triple = [0.9642, 1, 0.8249];

/** Bradford cone response matrix for white point adaptation (ICC.1:2022, Annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** Returns a version 2 display profile with three colourants and one curve (ICC.1:2001-04, §6.3.1.2). */
export function matrixProfile({ name, primaries, white, gamma }: RgbSpace): Buffer {
  const curve = Buffer.alloc(14);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  const [red, green, blue] = colourants(primaries, xyz(white));
  const tags: Array<[string, Buffer]> = [
    ['desc', description(name)],
    ['cprt', text('No copyright')],
    ['wtpt', xyzTag(xyz(white))],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  return assemble(tags);
}

function assemble(tags: ReadonlyArray<readonly [string, Buffer]>): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  let at = 128 + table.length;
  const data = tags.map(([signature, tag], index) => {
    table.write(signature, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(tag.length, 12 + index * 12);
    at += Math.ceil(tag.length / 4) * 4;
    return Buffer.concat([tag, Buffer.alloc(-tag.length & 3)]);
  });
  return Buffer.concat([header(at), table, ...data]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  xyzTag(D50).copy(bytes, 68, 8);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`text\0\0\0\0${value}\0`, 'latin1');
}

/** Version 2 description tag: the name, then empty fields for Unicode (8 bytes) and Macintosh (70). */
function description(name: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length + 1);
  return Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), length, Buffer.from(`${name}\0`), Buffer.alloc(78)]);
}

function xyzTag(value: Triple): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 'latin1');
  value.forEach((number, index) => tag.writeInt32BE(Math.round(number * 65_536), 8 + index * 4));
  return tag;
}

/** Returns the XYZ of each channel at full intensity; they add up to the white point. */
function colourants(primaries: RgbSpace['primaries'], white: Triple): Matrix {
  const [red, green, blue] = primaries.map(xyz) as [Triple, Triple, Triple];
  const shares = times(inverse(transposed([red, green, blue])), white);
  const adapted = ([x, y, z]: Triple, share: number) => adapt([x * share, y * share, z * share], white);
  return [adapted(red, shares[0]), adapted(green, shares[1]), adapted(blue, shares[2])];
}

function adapt(colour: Triple, white: Triple): Triple {
  const [from, to, cones] = [times(BRADFORD, white), times(BRADFORD, D50), times(BRADFORD, colour)];
  return times(inverse(BRADFORD), [
    (cones[0] * to[0]) / from[0],
    (cones[1] * to[1]) / from[1],
    (cones[2] * to[2]) / from[2],
  ]);
}

function xyz([x, y]: Chromaticity): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function times(matrix: Matrix, vector: Triple): Triple {
  return matrix.map((row) => dot(row, vector)) as unknown as Triple;
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function inverse([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c));
  const column = (v: Triple): Triple => [v[0] / determinant, v[1] / determinant, v[2] / determinant];
  return transposed([column(cross(b, c)), column(cross(c, a)), column(cross(a, b))]);
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
