import { inflateSync } from 'node:zlib';

/*
 * A PNG held against its specification (https://www.w3.org/TR/png-3/), without a decoder: whoever stores a mark tells
 * at once whether it can be read, and functions of the API have no decoder of pictures.
 */

export type PngSize = { width: number; height: number };
export type PngError = 'truncated' | 'corrupt';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_END = SIGNATURE.length + 25;
/** Channels of each colour type (§11.2.1). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Adam7's passes: where each begins, and how far its pixels are apart (§8.1). */
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

/** Pixels of a PNG by its header, which is its first chunk; null when it has none. */
export function pngSize(bytes: Uint8Array): PngSize | null {
  const png = toBuffer(bytes);
  if (!isPng(png) || png.length < HEADER_END || png.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/**
 * Whether a PNG with a header ends where it should and holds the pixels that it claims.
 * Unpacks them: ask `pngSize` first whether they are few enough.
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

/** Rows of pixels, each behind the byte of its filter; null for a header that no PNG has. */
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
