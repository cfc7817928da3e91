/*
 * Colour reference without an ICC engine, against which renditions are compared. A profile of three colourants and
 * curves has one conversion only (ICC.1:2022, 8.3.2: perceptual and relative colorimetric are the same table), so that
 * the published definition of the space is the reference: to linear light, to D65 by Bradford, to sRGB, clipped.
 */
export type Triple = readonly [number, number, number];
export type Space = {
  primaries: readonly [Chromaticity, Chromaticity, Chromaticity];
  white: Chromaticity;
  toLight: (tone: number) => number;
};
type Chromaticity = readonly [x: number, y: number];

const D65: Chromaticity = [0.3127, 0.329];
const D50: Chromaticity = [0.34567, 0.3585];

const srgbTone = (tone: number) => (tone <= 0.04045 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4);

/** IEC 61966-2-1; SMPTE EG 432-1 with sRGB's curve; Adobe RGB (1998) 2005-05; ISO 22028-2 with Photoshop's plain 1.8. */
export const SPACES = {
  srgb: space([0.64, 0.33], [0.3, 0.6], [0.15, 0.06], D65, srgbTone),
  p3: space([0.68, 0.32], [0.265, 0.69], [0.15, 0.06], D65, srgbTone),
  adobe: space([0.64, 0.33], [0.21, 0.71], [0.15, 0.06], D65, (tone) => tone ** (563 / 256)),
  prophoto: space([0.7347, 0.2653], [0.1596, 0.8404], [0.0366, 0.0001], D50, (tone) => tone ** 1.8),
} as const satisfies Record<string, Space>;

function space(
  red: Chromaticity,
  green: Chromaticity,
  blue: Chromaticity,
  white: Chromaticity,
  toLight: Space['toLight'],
): Space {
  return { primaries: [red, green, blue], white, toLight };
}

/** Converts a colour (0–255) of another space to sRGB (0–255, not rounded). */
export function toSrgb(source: Space, rgb: Triple): Triple {
  const light = rgb.map((value) => source.toLight(value / 255)) as unknown as Triple;
  return fromXyz(adapt(times(toXyzMatrix(source), light), source.white, D65));
}

/**
 * Converts from CIE Lab under D50, as ICC tables contain it, with black point compensation (ISO 18619): scales linear
 * light so that white stays white and the darkest printable colour becomes black.
 */
export function labToSrgb(lab: Triple, darkest: Triple): Triple {
  const black = shares(darkest);
  const scaled = shares(lab).map((share, index) => (share - black[index]!) / (1 - black[index]!));
  return fromXyz(adapt(scaled.map((share, index) => share * ICC_WHITE[index]!) as unknown as Triple, D50, D65));
}

/** White of the profile connection space, with the digits used in profiles. */
const ICC_WHITE: Triple = [0.9642, 1, 0.8249];

/** X, Y and Z relative to white. */
function shares([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116;
  return [lightOf(y + a / 500), lightOf(y), lightOf(y - b / 200)];
}

function lightOf(share: number): number {
  return share > 6 / 29 ? share ** 3 : 3 * (6 / 29) ** 2 * (share - 4 / 29);
}

function fromXyz(xyz: Triple): Triple {
  return solve(toXyzMatrix(SPACES.srgb), xyz).map((light) => {
    const bound = Math.min(Math.max(light, 0), 1);
    return 255 * (bound <= 0.0031308 ? bound * 12.92 : 1.055 * bound ** (1 / 2.4) - 0.055);
  }) as unknown as Triple;
}

/** CIEDE2000 between two sRGB colours (0–255). */
export function difference(one: Triple, other: Triple): number {
  return ciede2000(toLab(one), toLab(other));
}

/** CIEDE2000 (ISO/CIE 11664-6) of two colours in CIE Lab. */
export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 1.5 - 0.5 * Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7));
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const [h1, h2] = [hue(a1 * g, b1), hue(a2 * g, b2)];
  const far = Math.abs(h1 - h2) > 180;
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 + (far ? (h2 > h1 ? -360 : 360) : 0);
  const h = isGrey ? h1 + h2 : (h1 + h2 + (far ? (h1 + h2 < 360 ? 360 : -360) : 0)) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const dH = 2 * Math.sqrt(c1 * c2) * sine(turn / 2);
  const t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = dH / (1 + 0.015 * c * t);
  const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * sine(60 * Math.exp(-(((h - 275) / 25) ** 2)));
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
const hue = (a: number, b: number) => (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0);

function toLab(rgb: Triple): Triple {
  const light = rgb.map((value) => srgbTone(value / 255)) as unknown as Triple;
  const xyz = times(toXyzMatrix(SPACES.srgb), light);
  const white = xyzOf(D65);
  const [x, y, z] = xyz.map((value, index) => {
    const share = value / white[index]!;
    return share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29;
  }) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

type Matrix = readonly [Triple, Triple, Triple];

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function adapt(xyz: Triple, from: Chromaticity, to: Chromaticity): Triple {
  const [source, target] = [times(BRADFORD, xyzOf(from)), times(BRADFORD, xyzOf(to))];
  const cones = times(BRADFORD, xyz).map((cone, index) => (cone * target[index]!) / source[index]!);
  return solve(BRADFORD, cones as unknown as Triple);
}

function toXyzMatrix({ primaries, white }: Space): Matrix {
  const [r, g, b] = primaries.map(xyzOf) as [Triple, Triple, Triple];
  const rows = [0, 1, 2].map((row) => [r[row]!, g[row]!, b[row]!]) as unknown as Matrix;
  const shares = solve(rows, xyzOf(white));
  return rows.map((row) => row.map((value, index) => value * shares[index]!)) as unknown as Matrix;
}

function xyzOf([x, y]: Chromaticity): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  return matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Triple;
}

/** Solves a 3 × 3 system by Cramer's rule. */
function solve(matrix: Matrix, vector: Triple): Triple {
  const whole = determinant(matrix);
  return [0, 1, 2].map((column) => {
    const swapped = matrix.map((row, at) => row.map((value, index) => (index === column ? vector[at]! : value)));
    return determinant(swapped as unknown as Matrix) / whole;
  }) as unknown as Triple;
}

function determinant([a, b, c]: Matrix): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
