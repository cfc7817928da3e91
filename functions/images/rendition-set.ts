import type { SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type FocusPoint, type ImagePreset, presetParams } from '#core/domain/image-params.ts';
import { computeGeometry } from './geometry.ts';
import type { Source } from './open-original.ts';
import { decode, finish, resize } from './pipeline.ts';
import { applyWatermark, openPixels, type Pixels, readPixels } from './watermark.ts';

/** What an upload is shown with: the three presets, encoded, and the placeholder in base64. */
export type RenditionSet = Record<ImagePreset, Buffer> & { thumbhash: string };

/** thumbhash takes at most 100 pixels a side. */
const PLACEHOLDER_SIDE = 100;

/**
 * All presets and the placeholder from one decode: fullscreen → preview → thumbnail, each from the one before.
 * Half the cost of three decodes (quality.md, Speed: 0.45–0.62); `tests/bench/images.ts` holds it against fullscreen.
 */
export async function renderRenditionSet(source: Source, focal: FocusPoint | null): Promise<RenditionSet> {
  const fullscreen = presetParams('fullscreen');
  const preview = presetParams('preview');
  const thumbnail = presetParams('thumbnail');
  const large = await fullscreenParams(source);
  const medium = await readPixels(resize(openPixels(large), computeGeometry(large, preview, focal)));
  const cut = computeGeometry(medium, thumbnail, focal);
  // All of it in the thumbnail's size: looking for what draws attention costs by the pixel, and so does thumbhash.
  const small = await readPixels(resize(openPixels(medium), { ...cut, ...cut.covering, cut: null }));
  const paper = { ...source, hasAlpha: false };
  const square = resize(openPixels(small), computeGeometry(small, thumbnail, focal));
  return {
    fullscreen: await finish(openPixels(await applyOptionalWatermark(large, source)), fullscreen, paper).toBuffer(),
    preview: await finish(openPixels(await applyOptionalWatermark(medium, source)), preview, paper).toBuffer(),
    thumbnail: await finish(
      source.overlay ? openPixels(await applyOptionalWatermark(await readPixels(square), source)) : square,
      thumbnail,
      paper,
    ).toBuffer(),
    // Of the unmarked picture: a mark is no more than a shade in so few pixels.
    thumbhash: await placeholder(small),
  };
}

/** Each size bears its own mark: a cut would take the mark of the whole along, and a smaller one blur it. */
function applyOptionalWatermark(pixels: Pixels, { overlay }: Source): Promise<Pixels> | Pixels {
  return overlay ? applyWatermark(pixels, overlay) : pixels;
}

/**
 * libjpeg's warnings about oddities around the pixels, which cameras do write; some bytes of padding among them.
 * Many extraneous bytes are what is left of a damaged picture.
 */
const UNIDENTIFYING_OPTIONS =
  /^(VipsJpeg: )?(Corrupt JPEG data: \d{1,3} extraneous bytes before marker|Invalid SOS parameters)/;

/**
 * The original at fullscreen size. This is where an upload is judged, so it is read with the strictest check first:
 * damaged data is only a warning to libjpeg, and it would show as a grey half of somebody's wedding.
 */
async function fullscreenParams(source: Source): Promise<Pixels> {
  try {
    return await fullscreenPixels(source, 'warning');
  } catch (error) {
    if (error instanceof Error && error.message.split('\n').every((line) => UNIDENTIFYING_OPTIONS.test(line)))
      return fullscreenPixels(source, 'error');
    throw error;
  }
}

async function fullscreenPixels(source: Source, failOn: SharpOptions['failOn']): Promise<Pixels> {
  const image = await decode(source, computeGeometry(source, presetParams('fullscreen'), null), failOn);
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
