/*
 * Reads the table of a press profile (`lut8Type`, `lut16Type`; ICC.1:2022, 10.10 and 10.11) by plain interpolation: the
 * CMYK reference, independent of the rendering engine.
 */
import type { Triple } from './colour.ts';

export type CmykTable = (ink: readonly number[]) => Triple;

/**
 * Converts ink (four values, 0–1) to CIE Lab under D50, by the table named `A2B0` (perceptual) or `A2B1` (relative).
 */
export function cmykTable(icc: Buffer, name: 'A2B0' | 'A2B1'): CmykTable {
  const tag = tagOf(icc, name);
  const isWide = tag.toString('latin1', 0, 4) === 'mft2';
  const bytes = isWide ? 2 : 1;
  const [inputs, outputs, points] = [tag[8]!, tag[9]!, tag[10]!];
  const [inputSize, outputSize] = isWide ? [tag.readUInt16BE(48), tag.readUInt16BE(50)] : [256, 256];
  const start = isWide ? 52 : 48;
  const value = (index: number) => tag.readUIntBE(start + index * bytes, bytes) / (isWide ? 65_535 : 255);
  const grid = inputs * inputSize;
  const curves = grid + points ** inputs * outputs;
  const curve = (from: number, size: number, at: number) => {
    const [low, share] = split(at, size);
    return value(from + low) * (1 - share) + (share && value(from + low + 1) * share);
  };
  return (ink) => {
    const steps = ink.map((share, channel) => split(curve(channel * inputSize, inputSize, share), points));
    const sum = [0, 0, 0];
    for (let corner = 0; corner < 1 << inputs; corner++) {
      let [weight, node] = [1, 0];
      for (const [channel, [low, share]] of steps.entries()) {
        const isHigh = (corner >> channel) & 1;
        weight *= isHigh ? share : 1 - share;
        node = node * points + low + isHigh;
      }
      if (weight === 0) continue;
      for (let channel = 0; channel < outputs; channel++) {
        sum[channel]! += weight * value(grid + node * outputs + channel);
      }
    }
    const [l, a, b] = sum.map((share, channel) => curve(curves + channel * outputSize, outputSize, share));
    // Version 2 encodes L* = 100 as 0xff00 in 16 bits.
    const scale = isWide ? 65_535 / 65_280 : 1;
    return [100 * l! * scale, 255 * a! * scale - 128, 255 * b! * scale - 128];
  };
}

/** Index of the node below a value (0–1), and the fraction towards the next. */
function split(at: number, count: number): [number, number] {
  const position = Math.min(Math.max(at, 0), 1) * (count - 1);
  const low = Math.min(Math.floor(position), count - 2);
  return [low, position - low];
}

function tagOf(icc: Buffer, name: string): Buffer {
  for (let entry = 132; entry < 132 + icc.readUInt32BE(128) * 12; entry += 12) {
    if (icc.toString('latin1', entry, entry + 4) !== name) continue;
    const start = icc.readUInt32BE(entry + 4);
    return icc.subarray(start, start + icc.readUInt32BE(entry + 8));
  }
  throw new Error(`the profile has no ${name}`);
}
