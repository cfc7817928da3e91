import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { AppError } from '#core/domain/values/errors.ts';
import type { ImageType } from '../../platform/storage/file-type.ts';
import { isAdobeRgb, readCopyright } from './exif.ts';
import type { Size } from './geometry.ts';
import { decodeHeic } from './heic.ts';
import { isSrgb } from './icc.ts';
import { HIGHEST_PIXEL_CAP, MAX_INPUT_SIDE, pixelCap } from './limits.ts';
import { ADOBE_RGB, matrixProfile } from './matrix-profile.ts';
import { readRaw, withOrientation } from './raw.ts';
import { DEFAULT_STYLE, type RenditionStyle } from './protocol.ts';
import type { OpenedWatermark } from './watermark.ts';

/** Options for opening an image besides its bytes. */
export type DecodeOptions = Pick<RenditionStyle, 'rotation' | 'background'> & { overlay?: OpenedWatermark | null };

/** An original with a valid header within the limits. Width and height are as shown. */
export type Source = Size & {
  /** Its bytes, with a profile added where only EXIF named one; of a HEIC its pixels as TIFF, of a RAW its preview. */
  input: Buffer;
  orientation: number;
  /** Degrees clockwise, in addition to the EXIF orientation. */
  rotation: RenditionStyle['rotation'];
  /** Background colour where a transparent image becomes a JPEG. */
  background: string;
  /** The watermark of every rendition. */
  overlay: OpenedWatermark | null;
  hasAlpha: boolean;
  /**
   * `ignore`: no profile, or sRGB; conversion would double the cost without effect.
   * `after`: RGB with another profile; conversion after the resize costs 0.6 of conversion before. Also for 16 bits,
   * which sharp alone would convert to Display P3 and leave there.
   * `before`: all others (CMYK, grey), where only libvips' own order is right.
   */
  profile: 'ignore' | 'after' | 'before';
  exif: Buffer | undefined;
  /** The EXIF fields that renditions keep; null if there are none. */
  signature: Record<string, string> | null;
  /** True for a RAW without a preview: the image is a neutral surface. */
  noPreview?: true;
};

/** Reads only the header, but decodes a HEIC. @throws AppError `too_many_pixels`, or sharp's error for an unreadable file */
export async function openSource(
  input: Buffer,
  type: ImageType,
  options: DecodeOptions = DEFAULT_STYLE,
): Promise<Source> {
  return type === 'raw' ? openRaw(input, options) : openImage(input, type, options);
}

/** @param rawExif EXIF data of the RAW whose preview the image is */
async function openImage(input: Buffer, type: ImageType, options: DecodeOptions, rawExif?: Buffer): Promise<Source> {
  const metadata = await sharp(input, { limitInputPixels: HIGHEST_PIXEL_CAP }).metadata();
  const cap = pixelCap(type, { depth: metadata.depth, progressive: metadata.isProgressive });
  const { width, height } = metadata;
  if (width * height > cap || Math.max(width, height) > MAX_INPUT_SIDE) {
    throw new AppError('too_many_pixels', { megapixels: cap / 1_000_000 });
  }
  // A TIFF has EXIF data in its own directory, which sharp does not return, so pass the whole file.
  const exif = type === 'tiff' ? input : (rawExif ?? metadata.exif);
  const isHeic = type === 'heic';
  const pixels = isHeic ? decodeHeic(input, metadata) : input;
  const shown = isHeic ? await sharp(pixels).metadata() : metadata;
  const isUnprofiled = type === 'jpeg' && metadata.space === 'srgb' && !metadata.icc && isAdobeRgb(exif);
  return {
    input: isUnprofiled ? withProfile(input, matrixProfile(ADOBE_RGB)) : pixels,
    ...applyRotation(shown.autoOrient, options.rotation),
    orientation: shown.orientation ?? 1,
    rotation: options.rotation,
    background: options.background,
    overlay: options.overlay ?? null,
    hasAlpha: metadata.hasAlpha,
    profile: isUnprofiled ? 'after' : readProfile(shown),
    exif,
    signature: readSignature(exif),
  };
}

/** Shown instead of a RAW's missing preview; the pages show the file's name over it. */
const NO_PREVIEW = { width: 1500, height: 1000, channels: 3, background: '#b5b1a9' } as const;

/** Opens a RAW by the preview in it. Only the RAW has the orientation, unless the preview has one of its own. */
async function openRaw(input: Buffer, options: DecodeOptions): Promise<Source> {
  const { preview, orientation, exif } = readRaw(input);
  if (!preview) {
    const surface = await sharp({ create: NO_PREVIEW }).png().toBuffer();
    return { ...(await openImage(surface, 'png', options, exif)), noPreview: true };
  }
  const own = await sharp(preview, { limitInputPixels: HIGHEST_PIXEL_CAP }).metadata();
  const isTurned = orientation !== 1 && own.orientation === undefined;
  return openImage(isTurned ? withOrientation(preview, orientation) : preview, 'jpeg', options, exif);
}

/** A quarter turn swaps width and height. */
export function applyRotation({ width, height }: Size, rotation: RenditionStyle['rotation']): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** EXIF text is ASCII: libvips writes `©` as `(C)`, and letters without accents. */
function readSignature(exif: Buffer | undefined): Source['signature'] {
  const { copyright, artist } = readCopyright(exif);
  if (!copyright && !artist) return null;
  return { ...(copyright && { Copyright: copyright }), ...(artist && { Artist: artist }) };
}

/** Inserts a one-segment profile (ICC.1:2022, Annex B.4) after the first marker of a JPEG. */
function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const start = Buffer.from('\xff\xd8\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
  start.writeUInt16BE(start.length - 4 + icc.length, 4);
  return Buffer.concat([start, icc, jpeg.subarray(2)]);
}

function readProfile({ space, icc }: Metadata): Source['profile'] {
  if (space !== 'srgb' && space !== 'rgb16') return 'before';
  return !icc || isSrgb(icc) ? 'ignore' : 'after';
}

/** Returns sharp's read options. Only the first frame is read. */
export function readOptions(source: Source, failOn: SharpOptions['failOn'] = 'error'): SharpOptions {
  return { failOn, ignoreIcc: source.profile !== 'before', limitInputPixels: HIGHEST_PIXEL_CAP };
}
