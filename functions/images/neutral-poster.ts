import { crc32, deflateSync } from 'node:zlib';
import { POSTER_SIDE } from '#core/domain/photos/videos.ts';

/** A dark grey of one byte: the play mark stands out on it in both themes. */
const GREY = 0x2e;

/** Returns a plain grey PNG in a video's proportions, for a video without a readable poster. */
export function neutralPoster({ width, height }: { width: number; height: number }): Buffer<ArrayBuffer> {
  const scale = Math.min(1, POSTER_SIDE / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(w, 0);
  header.writeUInt32BE(h, 4);
  // 8 bits of grey (https://www.w3.org/TR/png-3/#11IHDR).
  header.writeUInt8(8, 8);
  const row = Buffer.alloc(w + 1, GREY);
  // Each row begins with its filter: none.
  row.writeUInt8(0, 0);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: h }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
