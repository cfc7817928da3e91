import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { exifBlock, tiff, withSegment } from '../../support/exif.ts';
import { heic } from '../../support/heic.ts';
import { claimingAvif, claimingJpeg, claimingPng, scene } from '../../support/pictures.ts';
import { withChunk } from '../../support/png-chunks.ts';
import { h264 } from '../../support/videos.ts';
import type { Bombs } from './files.ts';
import { pngChunk } from './picture-files.ts';

const MB = 1024 * 1024;

/**
 * Pictures and videos that cost far more to read than to send: pixels, scans, tiles, frames, metadata and nesting. The
 * first word of a name is its format.
 */
export async function pictureBombs(): Promise<Bombs> {
  const png = await scene(64, 64).png().toBuffer();
  const jpeg = await scene(64, 64).jpeg().toBuffer();
  const zeros = deflateSync(Buffer.alloc(64 * MB), { level: 9 });
  const video = await h264();
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#777' }, limitInputPixels: false });
  return {
    'png of 100 MP in one colour': () => flat(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(),
    'png of 400 MP in its header': () => claimingPng(20_000, 20_000, false),
    'png of 49 MP with 16 bits': () => flatPng(7000, 7000, 16),
    'png interlaced of 49 MP': () => flatPng(7000, 7000, 8, 1),
    'png with 2 GB of pixels behind a header of 64 × 64': () =>
      Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(32).fill(pngChunk('IDAT', zeros)), png.subarray(-12)]),
    'png with 4000 text chunks': () => manyChunks(png, 4000),
    'png with 64 MB in a compressed text': () =>
      withChunk(png, 'zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros])),
    'png with a profile of 64 MB': () =>
      withChunk(png, 'iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), zeros])),
    'png one pixel high and 100 MP wide': () => flatPng(100_000_000, 1, 8),
    'jpeg of 200 MP in one colour': () => flat(16_000, 12_500).jpeg({ quality: 1 }).toBuffer(),
    'jpeg of 65500 × 65500 in its header': () => claimingJpeg(65_500, 65_500, false),
    'jpeg progressive of 100 MP in its header': () => claimingJpeg(10_000, 10_000, true),
    'jpeg progressive of 100 MP in one colour': () =>
      flat(10_000, 10_000).jpeg({ quality: 1, progressive: true }).toBuffer(),
    'jpeg progressive of 50 MP with 3000 scans': () => manyScans(8000, 6250, 3000),
    'jpeg with 1000 segments of 64 KB': () => repeatedSegments(jpeg, 1000),
    'jpeg with 65,000 EXIF directories in a loop': () =>
      withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), loopedExif()])),
    'jpeg with entities that expand in XMP': () =>
      withSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${LAUGHS}`, 'latin1')),
    'jpeg with GPS properties 2000 times in XMP': () =>
      withSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${'a:GPS<'.repeat(10_000)}`, 'latin1')),
    'webp of 268 MP in its header': () => claimingWebp(16_383, 16_383),
    'webp lossless of 79 MP in one colour': () => flat(8900, 8900).webp({ lossless: true, effort: 0 }).toBuffer(),
    'webp with 2000 frames': () => manyFrames(2000),
    'avif of 49 MP in its header': () => claimingAvif(7000, 7000),
    'avif of 39 MP in one colour': () => flat(6300, 6200).avif({ effort: 0, quality: 1 }).toBuffer(),
    'avif of 39 MP of noise in 1 bit': () => noisyAvif(),
    'tiff of 100 MP deflated': () => flat(10_000, 10_000).tiff({ compression: 'deflate' }).toBuffer(),
    'tiff of 4 GP in its header': () => tiff(Buffer.alloc(65_535), 65_535, 1, { image: [[0x0101, 65_535]] }),
    'tiff of 65,000 strips': () => scene(64, 64).tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    'tiff with 500 pages': () => manyPages(500),
    'heic of 256 tiles': () => flatHeic(16, 16),
    'heic of 49 MP in one tile': () => flatHeic(16, 16, { width: 7000, height: 7000 }),
    'heic of 1 GP in its header': () => flatHeic(2, 2, { width: 32_000, height: 32_000 }),
    'mp4 with a movie box of 4 GB': () => withMovieBox(video, 0xffffffff),
    'mp4 with 200,000 boxes': () => manyBoxes(video, 200_000),
    'mp4 with boxes 20,000 deep': () => nestedBoxes(20_000),
    'webm of noise': () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(MB)]),
  };
}

/** Entities that expand to 10⁹ characters. */
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)
  .join('')}]><x:xmpmeta xmlns:x="adobe:ns:meta/">&j;</x:xmpmeta>`;

/** A PNG of zeros, which deflate 1000-fold. */
function flatPng(width: number, height: number, depth: 8 | 16, interlace = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, 2, 0, 0, interlace], 8);
  const bytes = (width * 3 * (depth / 8) + 1) * height;
  const pixels = deflateSync(Buffer.alloc(Math.min(bytes, 400 * MB)), { level: 1 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function manyChunks(png: Buffer, count: number): Buffer {
  const text = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0', 'latin1'), Buffer.alloc(1000, 0x41)]));
  return Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(count).fill(text), png.subarray(33)]);
}

/** Repeats the last scan of a progressive JPEG, each of which a decoder applies to all coefficients. */
async function manyScans(width: number, height: number, scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#777' } })
    .jpeg({ quality: 1, progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}

function repeatedSegments(jpeg: Buffer, count: number): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, 0xe4, 0xff, 0xff]), Buffer.alloc(0xffff - 2, 0x20)]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(count).fill(segment), jpeg.subarray(2)]);
}

/** Directories that point to themselves as the next one and as the EXIF and GPS directory. */
function loopedExif(): Buffer {
  const block = exifBlock({ image: [[0x010f, 'Loop']] });
  const entries = block.readUInt16BE(8);
  for (let index = 0; index < entries; index++) {
    const at = 10 + index * 12;
    if ([0x8769, 0x8825].includes(block.readUInt16BE(at))) block.writeUInt32BE(8, at + 8);
  }
  block.writeUInt32BE(8, 10 + entries * 12);
  return block;
}

async function claimingWebp(width: number, height: number): Promise<Buffer> {
  const bytes = await scene(64, 64).webp({ lossless: true }).toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  bytes.writeUInt32LE(((height - 1) * 2 ** 14 + (width - 1)) >>> 0, at);
  return bytes;
}

async function manyFrames(count: number): Promise<Buffer> {
  const frame = await scene(16, 16).raw().toBuffer();
  const raw = Buffer.concat(Array<Buffer>(count).fill(frame));
  return sharp(raw, { raw: { width: 16, height: 16 * count, channels: 3, pageHeight: 16 } })
    .webp({ effort: 0, minSize: false })
    .toBuffer();
}

function noisyAvif(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#777', noise } })
    .resize(6300, 6200, { kernel: 'nearest', fit: 'fill' })
    .avif({ effort: 0, quality: 30 })
    .toBuffer();
}

async function manyPages(count: number): Promise<Buffer> {
  const raw = Buffer.alloc(16 * 16 * count * 3, 0x77);
  return sharp(raw, { raw: { width: 16, height: 16 * count, channels: 3, pageHeight: 16 } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
}

function flatHeic(columns: number, rows: number, claims?: { width: number; height: number }): Buffer {
  return heic({ columns, rows, colour: () => [128, 128, 128], ...(claims && { claims }) });
}

function withMovieBox(video: Buffer, size: number): Buffer {
  const copy = Buffer.from(video);
  copy.writeUInt32BE(size, copy.indexOf('moov') - 4);
  return copy;
}

function manyBoxes(video: Buffer, count: number): Buffer {
  const box = Buffer.from('\0\0\0\x08free', 'latin1');
  const start = video.readUInt32BE(0);
  return Buffer.concat([video.subarray(0, start), ...Array<Buffer>(count).fill(box), video.subarray(start)]);
}

function nestedBoxes(depth: number): Buffer {
  const start = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  const boxes = Array.from({ length: depth }, (_, level) => {
    const box = Buffer.from('\0\0\0\0trak', 'latin1');
    if (level === 0) box.write('moov', 4, 'latin1');
    box.writeUInt32BE((depth - level) * 8);
    return box;
  });
  return Buffer.concat([start, ...boxes]);
}
