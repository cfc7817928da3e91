import sharp from 'sharp';
import type { Sharp } from 'sharp';

/*
 * Test images, generated on demand: a scene with a different colour in each corner, so that four pixels tell a rotated,
 * mirrored, cropped or recoloured rendition from the right one.
 */
export type Rgb = { r: number; g: number; b: number };
export type Corners = { topLeft: Rgb; topRight: Rgb; bottomLeft: Rgb; bottomRight: Rgb };

/** Well inside sRGB, so that a round trip through a wider profile restores them. */
export const CORNERS: Corners = {
  topLeft: { r: 200, g: 60, b: 60 },
  topRight: { r: 60, g: 180, b: 70 },
  bottomLeft: { r: 60, g: 80, b: 190 },
  bottomRight: { r: 210, g: 190, b: 70 },
};

/** Values in the EXIF of {@link exifPicture} that must be removed from an original. */
export const SECRETS = {
  serial: 'SERIAL-90210-XYZZY',
  lensSerial: 'LENSSERIAL-4711',
  owner: 'OWNER-of-the-camera',
  comment: 'COMMENT-canary',
  latitude: '41/1 24/1 12345/1000',
  longitude: '2/1 10/1 26543/1000',
};

export const AUTHORSHIP = { copyright: '(C) 2026 Jane Canary', artist: 'Jane Canary' };

/** The scene, as shown. */
export function scene(width: number, height: number): Sharp {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const patch = (background: Rgb, left: number, top: number) => ({
    input: { create: { width: width - halfWidth, height: height - halfHeight, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: CORNERS.topLeft } }).composite([
    patch(CORNERS.topRight, halfWidth, 0),
    patch(CORNERS.bottomLeft, 0, halfHeight),
    patch(CORNERS.bottomRight, halfWidth, halfHeight),
  ]);
}

/** The scene as a rotated camera stores it: applying `orientation` gives {@link scene} again. */
export async function orientedPicture(orientation: number, width: number, height: number): Promise<Buffer> {
  const upright = sharp(await scene(width, height).png().toBuffer());
  return stored(upright, orientation).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

/** The inverse of each EXIF orientation (sharp mirrors before it rotates). */
function stored(upright: Sharp, orientation: number): Sharp {
  if (orientation === 2) return upright.flop();
  if (orientation === 3) return upright.rotate(180);
  if (orientation === 4) return upright.flip();
  if (orientation === 5) return upright.flop().rotate(270);
  if (orientation === 6) return upright.rotate(270);
  if (orientation === 7) return upright.flop().rotate(90);
  return orientation === 8 ? upright.rotate(90) : upright;
}

/** A JPEG with all fields that cameras write: location, serial numbers, owner, capture time, authorship. */
export function exifPicture(width = 600, height = 400): Promise<Buffer> {
  return scene(width, height)
    .withExif({
      IFD0: {
        Make: 'Albumen Works',
        Model: 'Wet Plate 2',
        Copyright: AUTHORSHIP.copyright,
        Artist: AUTHORSHIP.artist,
        ImageDescription: SECRETS.comment,
      },
      IFD2: {
        DateTimeOriginal: '2026:07:04 18:30:15',
        SubSecTimeOriginal: '25',
        OffsetTimeOriginal: '+02:00',
        ExposureTime: '1/250',
        FNumber: '28/10',
        ISOSpeedRatings: '400',
        FocalLength: '85/1',
        LensModel: 'Petzval 85',
        BodySerialNumber: SECRETS.serial,
        LensSerialNumber: SECRETS.lensSerial,
        CameraOwnerName: SECRETS.owner,
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: SECRETS.latitude,
        GPSLongitudeRef: 'E',
        GPSLongitude: SECRETS.longitude,
      },
    })
    .jpeg()
    .toBuffer();
}

/** The scene's colours in the values of a profile. */
export function profiledPicture(profile: 'p3' | 'srgb' | 'cmyk', width = 600, height = 400): Promise<Buffer> {
  return scene(width, height).withIccProfile(profile).jpeg({ quality: 95 }).toBuffer();
}

/** Noise, which does not compress: for files of a certain length, and for truncated ones. */
export function noisePicture(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

export function truncated(bytes: Buffer, share = 0.5): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

/** A file with zeros in its middle, as from a bad disk; start and end are intact. */
export function corrupted(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0, Math.floor(copy.length * 0.4), Math.floor(copy.length * 0.6));
  return copy;
}

/** An image that is also a ZIP archive (an empty one, found from the end). */
export function zipPolyglot(bytes: Buffer): Buffer {
  const directory = Buffer.alloc(22);
  directory.write('PK\x05\x06', 'latin1');
  return Buffer.concat([bytes, directory]);
}

/** A JPEG whose comment is an HTML page. */
export function htmlPolyglot(jpeg: Buffer): Buffer {
  const page = Buffer.from('<html><script>alert(1)</script>');
  const marker = Buffer.from([0xff, 0xfe, 0, page.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, page, jpeg.subarray(2)]);
}

/** An image followed by another file, as phones write it. Harmless. */
export function motionPhoto(jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(5000, 7)]);
}

/** The header of a HEIC only. */
export function heicHeader(): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2000)]);
}

/** An AVIF with false dimensions in `ispe`. */
export async function claimingAvif(width: number, height: number): Promise<Buffer> {
  const bytes = await scene(64, 64).avif({ effort: 0 }).toBuffer();
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

/** A JPEG with false dimensions in its frame header (T.81 B.2.2). */
export async function claimingJpeg(width: number, height: number, progressive: boolean): Promise<Buffer> {
  const bytes = await scene(64, 64).jpeg({ progressive }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0, 0, 17]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A PNG with false dimensions in `IHDR`; 16 bits a channel when `deep`. */
export async function claimingPng(width: number, height: number, deep: boolean): Promise<Buffer> {
  const picture = scene(64, 64);
  const bytes = await (deep ? picture.toColourspace('rgb16') : picture).png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Colours in the middle of each quarter. */
export async function cornersOf(picture: Buffer): Promise<Corners> {
  const { data, info } = await sharp(picture).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Rgb => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return { r: data[start]!, g: data[start + 1]!, b: data[start + 2]! };
  };
  return {
    topLeft: at(0.25, 0.25),
    topRight: at(0.75, 0.25),
    bottomLeft: at(0.25, 0.75),
    bottomRight: at(0.75, 0.75),
  };
}

/** The greatest difference of any channel between two sets of corners. */
export function difference(a: Corners, b: Corners): number {
  const corners = Object.keys(a) as Array<keyof Corners>;
  return Math.max(
    ...corners.flatMap((corner) =>
      (['r', 'g', 'b'] as const).map((channel) => Math.abs(a[corner][channel] - b[corner][channel])),
    ),
  );
}
