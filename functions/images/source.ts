import sharp from 'sharp';
import type { Metadata, SharpOptions } from 'sharp';
import { AppError } from '#core/domain/errors.ts';
import type { Size } from './geometry.ts';
import type { ImageType } from '#functions/lib/content-type.ts';
import { isSrgb } from './icc.ts';
import { HIGHEST_PIXEL_CAP, MAX_INPUT_SIDE, pixelCap } from './limits.ts';

/** An original whose header was read and found within bounds. Width and height are as shown. */
export type Source = Size & {
  /** Its bytes, or a file's path. */
  input: Buffer | string;
  orientation: number;
  hasAlpha: boolean;
  /**
   * `ignore`: no profile, or sRGB; looking at it would double the cost for nothing.
   * `after`: a plain RGB picture with another profile; converting after the resize costs 0.6 of converting before.
   * `before`: all else (CMYK, grey, 16 bits), where only libvips' own order is right.
   */
  profile: 'ignore' | 'after' | 'before';
  exif: Buffer | undefined;
};

/** Reads the header only. Throws AppError `too_many_pixels`, or sharp's error for an unreadable file. */
export async function openSource(input: Buffer | string, type: ImageType): Promise<Source> {
  const metadata = await sharp(input, { limitInputPixels: HIGHEST_PIXEL_CAP }).metadata();
  const cap = pixelCap(type, { depth: metadata.depth, progressive: metadata.isProgressive });
  const { width, height } = metadata;
  if (width * height > cap || Math.max(width, height) > MAX_INPUT_SIDE) {
    throw new AppError('too_many_pixels', { megapixels: cap / 1_000_000 });
  }
  return {
    input,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    orientation: metadata.orientation ?? 1,
    hasAlpha: metadata.hasAlpha,
    profile: profileOf(metadata),
    exif: metadata.exif,
  };
}

function profileOf({ space, depth, icc }: Metadata): Source['profile'] {
  if (space !== 'srgb' || depth !== 'uchar') return 'before';
  return !icc || isSrgb(icc) ? 'ignore' : 'after';
}

/** How sharp is to open the pixels. Frames behind the first are never read. */
export function readOptions(source: Source, failOn: SharpOptions['failOn'] = 'error'): SharpOptions {
  return { failOn, ignoreIcc: source.profile !== 'before', limitInputPixels: HIGHEST_PIXEL_CAP };
}
