/*
 * Detects sRGB in an ICC profile (ICC.1:2022) by its data. The name is unreliable: there are linear profiles named
 * sRGB, and sRGB ones named after a monitor.
 */

/** Primaries of IEC 61966-2-1, adapted to D50: X, Y and Z of red, green and blue. */
const SRGB_COLOURANTS = [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141];
const COLOURANT_TOLERANCE = 0.004;

/** Tones at which curves are compared, and the tolerance in light: a tenth of a visible difference. */
const TONES = [0.05, 0.1, 0.25, 0.5, 0.75];
const TONE_TOLERANCE = 0.0006;

/** True if a browser would show pixels with this profile the same without it. */
export function isSrgb(icc: Buffer): boolean {
  try {
    // A lookup table takes precedence over primaries and curve.
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
    // Truncated or incomplete: libvips decides about such a profile.
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

/** Reads an `s15Fixed16Number`. */
function fixed(tag: Buffer, at: number): number {
  return tag.readInt32BE(at) / 65_536;
}

/** Returns the linear light of a tone, both 0–1. @throws RangeError or Error for an unreadable curve */
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

/**
 * Parametric curve, ICC.1:2022 table 68; only the plain exponent and sRGB's own form are supported, others count as a
 * different curve.
 */
function parametric(tag: Buffer, tone: number): number {
  const kind = tag.readUInt16BE(8);
  const gamma = fixed(tag, 12);
  if (kind === 0) return tone ** gamma;
  if (kind !== 3) return Number.NaN;
  const [a, b, c, d] = [16, 20, 24, 28].map((at) => fixed(tag, at));
  return tone >= d! ? (a! * tone + b!) ** gamma : c! * tone;
}
