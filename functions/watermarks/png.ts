import { inflateSync } from 'node:zlib';

/*
 * Validates a PNG by its specification (https://www.w3.org/TR/png-3/) without a decoder, so that an invalid watermark
 * is rejected on upload; API functions have no image decoder.
 */

export type PngSize = { width: number; height: number };
type PngError = 'truncated' | 'corrupt';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_END = SIGNATURE.length + 25;
/** Channels per colour type (§11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Adam7 passes: start and distance of their pixels (§8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

/** Returns width and height from the header, which is the first chunk; null without a header. */
export function pngSize(bytes: Uint8Array): PngSize | null {
  const png = toBuffer(bytes);
  if (!isPng(png) || png.length < HEADER_END || png.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/**
 * Checks that a PNG with a header is complete and contains the declared pixels; returns the error or null. Decompresses
 * them: check the size with `pngSize` first.
 */
export function findPngError(bytes: Uint8Array): PngError | null {
  const png = toBuffer(bytes);
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; ;) {
    if (at + 12 > png.length) return 'truncated';
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return 'truncated';
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') break;
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const expected = unpackedBytes(png);
  if (expected === null) return 'corrupt';
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: expected }).length === expected ? null : 'corrupt';
  } catch {
    return 'corrupt';
  }
}

/** Returns the number of decompressed bytes: rows of pixels, each after a filter byte; null for an invalid header. */
function unpackedBytes(png: Buffer): number | null {
  const [width, height, depth] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(24)];
  const channels = CHANNELS[png.readUInt8(25)];
  const interlace = png.readUInt8(28);
  if (!channels || ![1, 2, 4, 8, 16].includes(depth) || interlace > 1) return null;
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * channels * depth) / 8));
  if (interlace === 0) return bytesOf(width, height);
  const steps = (size: number, start: number, step: number) => Math.max(0, Math.ceil((size - start) / step));
  return PASSES.reduce((sum, [x, y, dx, dy]) => sum + bytesOf(steps(width, x, dx), steps(height, y, dy)), 0);
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
