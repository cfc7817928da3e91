import sharp from 'sharp';
import { crc32 } from 'node:zlib';
import { exifBlock, type ExifBlocks, tiff, withSegment } from '../../support/exif.ts';
import { heic } from '../../support/heic.ts';
import { exifPicture, profiledPicture, scene } from '../../support/pictures.ts';
import { withPngProfile } from '../../support/png-chunks.ts';
import { jpegWithMetadata } from '../../support/private-metadata.ts';
import { RAW_FORMATS, rawFile } from '../../support/raw.ts';
import { h264, hevc, vp8 } from '../../support/videos.ts';
import type { Format } from './mutate.ts';
import { splitBoxes, splitEvery, splitJpeg, splitPng, splitProfile, splitRiff, splitText, splitTiff } from './split.ts';

/** Sides of the pictures in pixels: small, because the parsers and not the pixels are the target. */
const [WIDTH, HEIGHT] = [120, 90];
const picture = () => scene(WIDTH, HEIGHT);

/** A format with the type that a browser declares for it. */
export interface PictureFormat extends Format {
  mime: string;
}

/** Formats of photos and of the metadata in them. */
export async function pictureFormats(): Promise<PictureFormat[]> {
  const plain = await picture().jpeg().toBuffer();
  const upright = picture();
  const icc = await profilesOf();
  return [
    {
      name: 'jpeg',
      mime: 'image/jpeg',
      seeds: [
        await jpegWithMetadata(picture()),
        await picture().jpeg({ progressive: true, mozjpeg: true }).toBuffer(),
        await picture().jpeg({ chromaSubsampling: '4:4:4', quality: 95 }).toBuffer(),
        await profiledPicture('cmyk', WIDTH, HEIGHT),
      ],
      split: splitJpeg,
    },
    {
      name: 'png',
      mime: 'image/png',
      seeds: [
        await upright.clone().png().toBuffer(),
        await upright.clone().png({ palette: true }).toBuffer(),
        await upright.clone().png({ progressive: true }).toBuffer(),
        await upright.clone().toColourspace('rgb16').png().toBuffer(),
        await upright.clone().ensureAlpha(0.5).withIccProfile('p3').png().toBuffer(),
      ],
      split: splitPng,
      repair: repairPng,
    },
    {
      name: 'webp',
      mime: 'image/webp',
      seeds: [
        await upright.clone().webp().toBuffer(),
        await upright.clone().webp({ lossless: true }).toBuffer(),
        await upright.clone().ensureAlpha(0.5).withIccProfile('p3').webp({ quality: 50 }).toBuffer(),
        await animatedWebp(),
      ],
      split: splitRiff,
      repair: repairRiff,
    },
    {
      name: 'avif',
      mime: 'image/avif',
      seeds: [
        await upright.clone().avif({ effort: 0 }).toBuffer(),
        await upright.clone().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
        await sharp(await exifPicture(WIDTH, HEIGHT))
          .withMetadata()
          .avif({ effort: 0 })
          .toBuffer(),
      ],
      split: splitBoxes,
    },
    {
      name: 'tiff',
      mime: 'image/tiff',
      seeds: [
        ...(await Promise.all(
          (['none', 'lzw', 'deflate', 'jpeg'] as const).map((compression) =>
            upright
              .clone()
              .tiff({ compression, tile: compression === 'lzw' })
              .toBuffer(),
          ),
        )),
        tiff(await upright.clone().greyscale().raw().toBuffer(), WIDTH, HEIGHT, EXIF),
      ],
      split: splitTiff,
    },
    { name: 'heic', mime: 'image/heic', seeds: heicSeeds(icc), split: splitBoxes },
    {
      name: 'jpeg+icc',
      mime: 'image/jpeg',
      seeds: icc,
      split: splitProfile,
      wrap: (block) => withSegment(plain, 0xe2, segment('ICC_PROFILE\0\x01\x01', block)),
    },
    await iccInPng(icc),
    {
      name: 'jpeg+exif',
      mime: 'image/jpeg',
      seeds: [exifBlock(EXIF), exifBlock({ ...EXIF, thumbnail: plain })],
      split: splitTiff,
      wrap: (block) => withSegment(plain, 0xe1, segment('Exif\0\0', block)),
    },
    {
      name: 'jpeg+xmp',
      mime: 'image/jpeg',
      seeds: XMP.map((text) => Buffer.from(text)),
      split: splitText,
      wrap: (block) => withSegment(plain, 0xe1, segment('http://ns.adobe.com/xap/1.0/\0', block)),
    },
    ...RAW_FORMATS.map((name) => ({
      name,
      mime: RAW_MIMES[name],
      seeds: [rawFile(name, { previews: [plain], orientation: 6, location: '41.38' })],
      split: name === 'cr3' ? splitBoxes : splitTiff,
    })),
    { name: 'mp4', mime: 'video/mp4', seeds: [await h264()], split: splitBoxes },
    { name: 'mov', mime: 'video/quicktime', seeds: [await hevc()], split: splitBoxes },
    { name: 'webm', mime: 'video/webm', seeds: [await vp8()], split: splitEvery(16, 1024) },
  ];
}

/** Data of a JPEG's segment, whose length has two bytes. */
function segment(start: string, block: Buffer): Buffer {
  return Buffer.concat([Buffer.from(start, 'latin1'), block]).subarray(0, 0xffff - 2);
}

const RAW_MIMES = {
  cr2: 'image/x-canon-cr2',
  cr3: 'image/x-canon-cr3',
  nef: 'image/x-nikon-nef',
  arw: 'image/x-sony-arw',
  raf: 'image/x-fuji-raf',
  dng: 'image/x-adobe-dng',
  orf: 'image/x-olympus-orf',
  rw2: 'image/x-panasonic-rw2',
} as const;

const EXIF: ExifBlocks = {
  image: [
    [0x010f, 'Albumen Works'],
    [0x0112, 6],
    [0x8298, '(C) Jane'],
  ],
  photo: [
    [0x9003, '2026:07:04 18:30:15'],
    [0x9011, '+02:00'],
    [0x927c, Buffer.alloc(200, 7)],
    [0xa434, 'Petzval 85'],
  ],
  gps: [
    [0x0001, 'N'],
    [0x0002, Buffer.alloc(24, 1)],
  ],
  interop: [[0x0001, 'R98']],
};

const rdf = (content: string, attributes = '') =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const XMP = [
  rdf('', 'exif:GPSLatitude="41,24.2N" exif:GPSLongitude="2,10.4E" xmp:Rating="5"'),
  rdf('<exif:GPSLatitude>41,24.2N</exif:GPSLatitude><xmp:Label>Red</xmp:Label>'),
  rdf('<exif:GPSLatitude><rdf:Alt><rdf:li xml:lang="x-default">41</rdf:li></rdf:Alt></exif:GPSLatitude>'),
];

/** Profiles of three channels and of four, as libvips embeds them. */
async function profilesOf(): Promise<Buffer[]> {
  const names = ['srgb', 'p3', 'cmyk'] as const;
  const pictures = await Promise.all(names.map((name) => profiledPicture(name, WIDTH, HEIGHT)));
  return Promise.all(pictures.map(async (bytes) => (await sharp(bytes).metadata()).icc!));
}

async function iccInPng(seeds: Buffer[]): Promise<PictureFormat> {
  const png = await picture().png().toBuffer();
  return {
    name: 'png+icc',
    mime: 'image/png',
    seeds,
    split: splitProfile,
    wrap: (block) => withPngProfile(png, block),
  };
}

function heicSeeds(icc: readonly Buffer[]): Buffer[] {
  const grid = (columns: number, rows: number) => ({
    columns,
    rows,
    colour: (column: number, row: number) => [(column * 60) % 255, (row * 90) % 255, 128] as const,
  });
  return [
    heic({ ...grid(4, 3), turns: 1 }),
    heic({ ...grid(2, 2), mirror: 1, icc: icc[1]! }),
    heic({ ...grid(3, 2), exif: exifBlock(EXIF) }),
  ];
}

async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all(['#a33', '#3a3', '#33a'].map((background) => frame(background)));
  return sharp(frames, { join: { animated: true } })
    .webp({ effort: 0 })
    .toBuffer();
}

const frame = (background: string) =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .png()
    .toBuffer();

/** Recomputes the checksum of each chunk. */
export function repairPng(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 8; at + 12 <= copy.length; at += 12 + copy.readUInt32BE(at)) {
    const end = at + 8 + copy.readUInt32BE(at);
    if (end + 4 <= copy.length) copy.writeUInt32BE(crc32(copy.subarray(at + 4, end)), end);
  }
  return copy;
}

/** Corrects the file's length. */
function repairRiff(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length >= 8) copy.writeUInt32LE(copy.length - 8, 4);
  return copy;
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
