import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { FocusPoint, ImageParams } from '#core/domain/image-params.ts';
import { computeGeometry, type Geometry } from './geometry.ts';
import { applyRotation, readOptions, type Source } from './open-original.ts';
import { applyWatermark, openPixels, readPixels } from './watermark.ts';

/**
 * One rendition from an original: sized, upright, turned, marked, sRGB, without metadata but the copyright.
 * Throws sharp's error when the original cannot be decoded.
 */
export async function render(source: Source, params: ImageParams, focal: FocusPoint | null): Promise<Buffer> {
  const sized = await decode(source, computeGeometry(source, params, focal));
  // What is signed keeps all that EXIF holds beside its fields: the camera's own small picture of the whole scene.
  const isBare = !source.signature || source.profile === 'after';
  if (isBare && !source.overlay) return finish(sized, params, source).toBuffer();
  const pixels = await readPixels(sized.toColourspace('srgb'));
  return finish(
    openPixels(source.overlay ? await applyWatermark(pixels, source.overlay) : pixels),
    params,
    source,
  ).toBuffer();
}

/**
 * Decodes at the size of the rendition. The order is what makes it cheap: only with orientation, rotation and profile
 * *behind* the resize can a JPEG be shrunk while it is read (2–5 times the cost without, quality.md).
 */
export async function decode(source: Source, geometry: Geometry, failOn?: SharpOptions['failOn']): Promise<Sharp> {
  const image = sharp(source.input, readOptions(source, failOn));
  const sized = source.rotation ? await resizeRotated(image, geometry, source) : resize(image, geometry, true);
  if (source.profile !== 'after') return sized;
  // A pipeline cannot convert after its own resize: the small picture passes through memory with its profile.
  const withProfile = await sized.keepIccProfile().tiff({ compression: 'none' }).toBuffer();
  return sharp(withProfile);
}

/** Sizes and cuts; sharp counts a resize in pixels as shown also where it stands before the orientation. */
export function resize(image: Sharp, { width, height, covering, cut }: Geometry, orient = false): Sharp {
  const sized =
    cut === 'attention'
      ? image.resize({ width, height, fit: 'cover', position: 'attention' })
      : image.resize({ ...covering, fit: 'fill' });
  if (orient) sized.autoOrient();
  return cut === 'attention' || cut === null ? sized : sized.extract({ ...cut, width, height });
}

/** A resize is counted in pixels before the rotation, a cut in those after it. */
async function resizeRotated(image: Sharp, geometry: Geometry, { rotation }: Source): Promise<Sharp> {
  const { covering, cut, width, height } = geometry;
  const whole = image
    .resize({ ...applyRotation(covering, rotation), fit: 'fill' })
    .autoOrient()
    .rotate(rotation);
  if (cut === null) return whole;
  if (cut !== 'attention') return whole.extract({ ...cut, width, height });
  // What draws attention is looked for while a picture is sized, so that the turned one has to be there before.
  const all = await whole.keepIccProfile().tiff({ compression: 'none' }).toBuffer();
  return resize(sharp(all, { ignoreIcc: true }), geometry);
}

/** Sharpens, encodes and signs an image that has no EXIF of its own, or is not signed. */
export function finish(
  image: Sharp,
  params: ImageParams,
  source: Pick<Source, 'hasAlpha' | 'signature' | 'background'>,
): Sharp {
  if (source.hasAlpha && params.format === 'jpeg') image.flatten({ background: source.background });
  if (params.sharpen) image.sharpen();
  const encoded = encode(image.toColourspace('srgb'), params);
  return source.signature ? encoded.withExif({ IFD0: source.signature }) : encoded;
}

function encode(image: Sharp, { format, quality }: ImageParams): Sharp {
  if (format === 'png') return image.png();
  // Effort 2: less than half of what the default of 4 costs, for a twentieth more bytes (bar 4).
  if (format === 'webp') return image.webp({ quality, effort: 2 });
  // Effort 0: 8 times the cost of a JPEG; the default of 4 was measured at up to 71 times.
  if (format === 'avif') return image.avif({ quality, effort: 0 });
  // Not mozjpeg: up to twice the CPU, which a visitor waits for, for a quarter fewer bytes.
  return image.jpeg({ quality });
}
