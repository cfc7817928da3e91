import { crc32, deflateSync } from 'node:zlib';

/** Offset after the signature (8 bytes) and IHDR (25). */
const AFTER_HEADER = 33;

/** A PNG with an additional chunk before its pixels. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, AFTER_HEADER), length, body, checksum, png.subarray(AFTER_HEADER)]);
}

export function withPngProfile(png: Buffer, icc: Buffer): Buffer {
  return withChunk(png, 'iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]));
}
