import type { SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { FocusPoint } from '#core/domain/photos/image-params.ts';
import { SET_PARAMS, type SetRendition } from './protocol.ts';
import { computeGeometry } from './geometry.ts';
import type { Source } from './open-original.ts';
import { decode, finish, resize } from './pipeline.ts';
import { applyWatermark, openPixels, type Pixels, readPixels } from './watermark.ts';

/** The encoded renditions of an upload, and the placeholder in base64. */
export type RenditionSet = Record<SetRendition, Buffer> & { thumbhash: string };

/** thumbhash keeps at most seven waves a side; its time grows with the pixels, of which it takes at most 100 a side. */
const PLACEHOLDER_SIDE = 48;

/**
 * Renders the whole set and the placeholder from one decode: fullscreen → preview → thumbnail, each from the previous
 * one. Half the cost of three decodes (0.45–0.62, measured); `tests/bench/images/images.ts` compares it with
 * fullscreen.
 */
export async function renderRenditionSet(source: Source, focal: FocusPoint | null): Promise<RenditionSet> {
  const { fullscreen, web, preview, tile, thumbnail } = SET_PARAMS;
  const large = await decodeFullscreen(source);
  const medium = await readPixels(resize(openPixels(large), computeGeometry(large, preview, focal)));
  const cut = computeGeometry(medium, thumbnail, focal);
  // Resize the whole image to the thumbnail's size: saliency and thumbhash cost per pixel.
  const small = await readPixels(resize(openPixels(medium), { ...cut, ...cut.covering, cut: null }));
  const paper = { ...source, hasAlpha: false };
  const whole = await withWatermark(large, source);
  const shown = await withWatermark(medium, source);
  const square = resize(openPixels(small), computeGeometry(small, thumbnail, focal));
  return {
    fullscreen: await finish(openPixels(whole), fullscreen, paper).toBuffer(),
    web: await finish(openPixels(whole), web, paper).toBuffer(),
    preview: await finish(openPixels(shown), preview, paper).toBuffer(),
    tile: await finish(openPixels(shown), tile, paper).toBuffer(),
    thumbnail: await finish(
      source.overlay ? openPixels(await withWatermark(await readPixels(square), source)) : square,
      thumbnail,
      paper,
    ).toBuffer(),
    // Use the image without watermark, which is hardly visible in so few pixels.
    thumbhash: await placeholder(small),
  };
}

/** Watermarks each size separately: a crop would cut the watermark, and a resize would blur it. */
function withWatermark(pixels: Pixels, { overlay }: Source): Promise<Pixels> | Pixels {
  return overlay ? applyWatermark(pixels, overlay) : pixels;
}

/**
 * Harmless libjpeg warnings about files that cameras write, including a few bytes of padding. Many extraneous bytes
 * indicate a damaged image.
 */
const HARMLESS_WARNINGS =
  /^(VipsJpeg: )?(Corrupt JPEG data: \d{1,3} extraneous bytes before marker|Invalid SOS parameters)/;

/**
 * Decodes the original at fullscreen size, first with the strictest check: libjpeg only warns about damaged data, which
 * would show as a grey area.
 */
async function decodeFullscreen(source: Source): Promise<Pixels> {
  try {
    return await fullscreenPixels(source, 'warning');
  } catch (error) {
    if (error instanceof Error && error.message.split('\n').every((line) => HARMLESS_WARNINGS.test(line)))
      return fullscreenPixels(source, 'error');
    throw error;
  }
}

async function fullscreenPixels(source: Source, failOn: SharpOptions['failOn']): Promise<Pixels> {
  const image = await decode(source, computeGeometry(source, SET_PARAMS.fullscreen, null), failOn);
  if (source.hasAlpha) image.flatten({ background: source.background });
  return readPixels(image.toColourspace('srgb'));
}

async function placeholder(pixels: Pixels): Promise<string> {
  const tiny = openPixels(pixels)
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: 'inside' })
    .ensureAlpha();
  const { data, width, height } = await readPixels(tiny);
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64');
}
