import { readFile } from 'node:fs/promises';
import sharp, { type Exif, type OverlayOptions, type Sharp } from 'sharp';
import { logos } from '#core/api/logos.ts';
import { uploads } from '#core/api/uploads.ts';
import type { PhotoMimeType } from '#core/domain/photos/photos.ts';
import type { DemoGallery } from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import { BLOCK, heic, samplesOf } from './heic.ts';
import { seeded } from './noise.ts';
import { operatorPicture, readOperatorPhotos } from './operator-photos.ts';
import { paint } from './painting.ts';
import { type Photograph, withinSide } from './photographs.ts';
import type { ProductApi } from './product-api.ts';
import { SCENES } from './scenes.ts';

// Every image is different: caching would be useless.
sharp.cache(false);
// The product renders at the same time.
sharp.concurrency(1);

/** Longest painted side in pixels; larger images are scaled up and get grain. */
const PAINTED = 1200;
const GRAIN_TILE = 512;

type OperatorPhotos = Awaited<ReturnType<typeof readOperatorPhotos>>;

/** Returns a file as from a camera: grain, orientation, colour profile, EXIF. */
export async function develop(photograph: Photograph, own: OperatorPhotos = []): Promise<Buffer> {
  const picture = await print(photograph, own);
  return photograph.type === 'image/heic' ? toHeic(picture, photograph) : picture.jpeg({ quality: 88 }).toBuffer();
}

async function print(photograph: Photograph, own: OperatorPhotos): Promise<Sharp> {
  const { width, height, seed, scene } = photograph;
  const shrink = Math.min(1, PAINTED / Math.max(width, height));
  const painting =
    own.length > 0
      ? await operatorPicture(own, photograph)
      : paint(SCENES[scene], Math.round(width * shrink), Math.round(height * shrink), seed);
  const turned = await sharp(painting.pixels, { raw: { width: painting.width, height: painting.height, channels: 3 } })
    .rotate(turnFor(photograph.orientation))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sideways = turned.info.width !== painting.width;
  const [across, down] = sideways ? [height, width] : [width, height];
  // One pipeline, so that 24 MP are never in memory as a whole.
  return sharp(turned.data, { raw: turned.info })
    .resize(across, down, { kernel: 'cubic', fit: 'fill' })
    .composite(own.length > 0 ? [] : [vignette(across, down), grain(seed, Math.min(GRAIN_TILE, across, down))])
    .removeAlpha()
    .withIccProfile(photograph.displayP3 ? 'p3' : 'srgb')
    .withExif(exifOf(photograph))
    .withMetadata({ orientation: photograph.orientation });
}

/** Blocks on each side of a HEIC's tile, of which the sides of the photo are multiples: 128 pixels. */
const TILE_BLOCKS = 4;

/** sharp reads no EXIF of raw pixels and writes no HEIC: a small JPEG has the same EXIF. */
async function toHeic(picture: Sharp, photograph: Photograph): Promise<Buffer> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const small = await sharp(data, { raw: info }).resize(8).withExif(exifOf(photograph)).jpeg().toBuffer();
  const { exif } = await sharp(small).metadata();
  return heic({
    columns: info.width / (TILE_BLOCKS * BLOCK),
    rows: info.height / (TILE_BLOCKS * BLOCK),
    blocks: TILE_BLOCKS,
    samples: samplesOf(data, info.width),
    exif: exif!.subarray('Exif\0\0'.length),
  });
}

/** Returns the rotation to the sensor's orientation, the inverse of the EXIF orientation. */
function turnFor(orientation: Photograph['orientation']): number {
  return { 1: 0, 3: 180, 6: 270, 8: 90 }[orientation];
}

/**
 * Film grain: `soft-light` makes the noise stronger in the middle tones.
 * @param side of its tile in pixels, which may not exceed the picture
 */
function grain(seed: number, side: number): OverlayOptions {
  const random = seeded(seed + 7);
  const pixels = Buffer.alloc(side * side * 3);
  for (let i = 0; i < pixels.length; i += 3) {
    // The sum of three uniform numbers approximates a normal distribution.
    const value = Math.round(128 + 26 * (random() + random() + random() - 1.5));
    pixels.fill(value, i, i + 3);
  }
  return {
    input: pixels,
    raw: { width: side, height: side, channels: 3 },
    tile: true,
    blend: 'soft-light',
  };
}

function vignette(width: number, height: number): OverlayOptions {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="v" r="0.78"><stop offset="0.55" stop-opacity="0"/><stop offset="1" stop-opacity="0.34"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#v)"/></svg>`;
  return { input: Buffer.from(svg) };
}

function exifOf({ camera, takenAt, seed, gps }: Photograph): Exif {
  const speeds = ['1/60', '1/125', '1/250', '1/500', '1/1000'];
  return {
    IFD0: {
      Make: camera.make,
      Model: camera.model,
      DateTime: takenAt,
      Artist: 'Clara Llum',
      Copyright: '(c) Atelier Llum',
    },
    IFD2: {
      DateTimeOriginal: takenAt,
      ExposureTime: speeds[seed % speeds.length]!,
      FNumber: String(camera.fNumber),
      ISOSpeedRatings: String(100 * 2 ** (seed % 5)),
      FocalLength: String(camera.focalLength),
      LensModel: camera.lens,
    },
    ...(gps
      ? {
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: degrees(gps[0]),
            GPSLongitudeRef: 'E',
            GPSLongitude: degrees(gps[1]),
          },
        }
      : {}),
  };
}

/** Converts to degrees, minutes and seconds, as rationals. */
function degrees(value: number): string {
  const minutes = (value % 1) * 60;
  return `${Math.floor(value)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
}

/**
 * Paints and uploads a gallery's photos as a browser would; paints the next during each upload.
 * @param side longest side in pixels; smaller photos keep their size
 * @param folder of an operator's photographs, which are uploaded instead of painted ones
 */
export async function uploadPhotographs(
  api: ProductApi,
  ids: DemoIds,
  gallery: DemoGallery,
  side = Infinity,
  folder?: string,
): Promise<void> {
  const own = folder === undefined ? [] : await readOperatorPhotos(folder);
  let travelling: Promise<void> = Promise.resolve();
  for (const photograph of gallery.photographs) {
    const bytes = await develop(withinSide(photograph, side), own);
    await travelling;
    travelling = send(api, ids, gallery, { filename: photograph.filename, bytes, type: photograph.type });
    // Awaited after the next photo is painted; until then an error must count as handled.
    travelling.catch(() => {});
  }
  await travelling;
  if (!gallery.clip) return;
  const read = (name: string) => readFile(new URL(name, import.meta.url));
  const [bytes, poster] = [await read('clip.mp4'), await read('clip-poster.jpg')];
  await send(api, ids, gallery, { filename: gallery.clip, bytes, type: 'video/mp4', poster });
}

/** Widest side of a studio's cover, as its large picture (core/domain/branding/studio-photos.ts). */
const COVER_SIDE = 1920;

/**
 * Uploads the cover of the studio's page, which pages of bookings show. Safe to repeat: a new cover replaces the former.
 * @param side and folder as of `uploadPhotographs`
 */
export async function uploadCover(
  api: ProductApi,
  photograph: Photograph,
  side = Infinity,
  folder?: string,
): Promise<void> {
  const own = folder === undefined ? [] : await readOperatorPhotos(folder);
  const bytes = await develop(withinSide(photograph, Math.min(side, COVER_SIDE)), own);
  const body = new FormData();
  body.set('variant', 'cover');
  body.set('logo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), photograph.filename);
  await api.call(logos.upload, {}, body);
}

interface DemoFile {
  filename: string;
  bytes: Buffer<ArrayBufferLike>;
  type: PhotoMimeType;
  /** Poster of a video. */
  poster?: Buffer<ArrayBufferLike>;
}

async function send(
  api: ProductApi,
  ids: DemoIds,
  { key }: DemoGallery,
  { filename, bytes, type, poster }: DemoFile,
): Promise<void> {
  const galleryId = ids.gallery(key);
  const photoId = ids.photo(key, filename);
  const file = { photoId, filename, size: bytes.length, type, ...(poster && { poster: poster.length }) };
  const signed = await api.call(uploads.presign, {}, { galleryId, files: [file] });
  const [target] = signed.uploads;
  // Refused because an earlier attempt has uploaded it.
  if (!target) return;
  const [picture] = signed.posters;
  if (picture && poster) await put(picture, poster);
  await put(target, bytes);
  await api.call(uploads.complete, {}, { galleryId, photoIds: [photoId] });
}

type Target = { url: string; headers: Record<string, string> };

async function put(target: Target, bytes: Buffer<ArrayBufferLike>): Promise<void> {
  // Uses a new socket, as in product-api.ts.
  const headers = { ...target.headers, connection: 'close' };
  const response = await fetch(target.url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  // 412: an earlier attempt has stored it.
  if (!response.ok && response.status !== 412) throw new Error(`storage refused a file: ${response.status}`);
}
