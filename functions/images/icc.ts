/*
 * Reads of an ICC profile (ICC.1:2022) what tells sRGB from others. Its name does not: there are linear profiles
 * named sRGB, and sRGB ones named after a monitor.
 */

/** IEC 61966-2-1's primaries, adapted to D50: X, Y and Z of red, green and blue. */
const SRGB_COLOURANTS = [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141];
const COLOURANT_TOLERANCE = 0.004;

/** Where curves are compared, and by how much light they may differ: a tenth of what an eye tells apart. */
const TONES = [0.05, 0.1, 0.25, 0.5, 0.75];
const TONE_TOLERANCE = 0.0006;

/** Whether pixels with this profile already are what a browser takes them for without one. */
export function isSrgb(icc: Buffer): boolean {
  try {
    // A table of colours goes before primaries and curve.
    if (readTag(icc, 'A2B0')) return false;
    const colourants = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) =>
      [8, 12, 16].map((at) => fixed(readTag(icc, name)!, at)),
    );
    const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => readTag(icc, name)!);
    return (
      colourants.every((value, index) => Math.abs(value - SRGB_COLOURANTS[index]!) < COLOURANT_TOLERANCE) &&
      curves.every((curve) => TONES.every((tone) => isSame(curveAt(curve, tone), srgbToLight(tone))))
    );
  } catch {
    // Cut off or without what it needs: libvips decides what such a profile is worth.
    return false;
  }
}

function isSame(light: number, expected: number): boolean {
  return Math.abs(light - expected) < TONE_TOLERANCE + expected / 100;
}

function srgbToLight(tone: number): number {
  return tone <= 0.04045 ? tone / 12.92 : ((tone + 0.055) / 1.055) ** 2.4;
}

function readTag(icc: Buffer, name: string): Buffer | undefined {
  const count = Math.min(icc.readUInt32BE(128), 64);
  for (let entry = 132; entry < 132 + count * 12; entry += 12) {
    if (icc.toString('latin1', entry, entry + 4) !== name) continue;
    const start = icc.readUInt32BE(entry + 4);
    return icc.subarray(start, start + icc.readUInt32BE(entry + 8));
  }
  return undefined;
}

/** An `s15Fixed16Number`. */
function fixed(tag: Buffer, at: number): number {
  return tag.readInt32BE(at) / 65_536;
}

/** The light of a tone, both 0–1. @throws RangeError or Error for a curve that cannot be read */
function curveAt(tag: Buffer, tone: number): number {
  const kind = tag.toString('latin1', 0, 4);
  if (kind === 'para') return parametric(tag, tone);
  if (kind !== 'curv') throw new Error('no curve');
  const count = tag.readUInt32BE(8);
  if (count === 0) return tone;
  if (count === 1) return tone ** (tag.readUInt16BE(12) / 256);
  const at = tone * (count - 1);
  const [low, high] = [Math.floor(at), Math.ceil(at)].map((index) => tag.readUInt16BE(12 + index * 2) / 65_535);
  return low! + (high! - low!) * (at % 1);
}

/** ICC.1:2022 table 68; all but the plain exponent and sRGB's own shape are taken for another curve. */
function parametric(tag: Buffer, tone: number): number {
  const kind = tag.readUInt16BE(8);
  const gamma = fixed(tag, 12);
  if (kind === 0) return tone ** gamma;
  if (kind !== 3) return Number.NaN;
  const [a, b, c, d] = [16, 20, 24, 28].map((at) => fixed(tag, at));
  return tone >= d! ? (a! * tone + b!) ** gamma : c! * tone;
}
