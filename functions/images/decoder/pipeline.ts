import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type FocusPoint, type ImageParams, isAvifInstead } from '#core/domain/photos/image-params.ts';
import { computeGeometry, type Geometry } from './geometry.ts';
import { applyRotation, readOptions, type Source } from './open-original.ts';
import { applyWatermark, openPixels, readPixels } from './watermark.ts';

/**
 * Renders one rendition: sized, upright, rotated, watermarked, sRGB, without metadata except the copyright.
 * @throws sharp's error if the original cannot be decoded
 */
export async function render(source: Source, params: ImageParams, focal: FocusPoint | null): Promise<Buffer> {
  const sized = await decode(source, computeGeometry(source, params, focal));
  // Drop EXIF before adding the copyright: sharp would keep the other fields, including the camera's thumbnail of the
  // whole scene.
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
 * Decodes at the rendition's size. Only with orientation, rotation and profile *after* the resize can libjpeg shrink on
 * load (2–5 times the cost without).
 */
export async function decode(source: Source, geometry: Geometry, failOn?: SharpOptions['failOn']): Promise<Sharp> {
  const image = sharp(source.input, readOptions(source, failOn));
  const sized = source.rotation ? await resizeRotated(image, geometry, source) : resize(image, geometry, true);
  if (source.profile !== 'after') return sized;
  // sharp cannot convert after its own resize, so the small image passes through memory with its profile.
  const withProfile = await sized.keepIccProfile().tiff({ compression: 'none' }).toBuffer();
  return sharp(withProfile);
}

/** Resizes and crops; sharp counts a resize in pixels as shown even if it precedes the orientation. */
export function resize(image: Sharp, { width, height, covering, cut }: Geometry, orient = false): Sharp {
  const sized =
    cut === 'attention'
      ? image.resize({ width, height, fit: 'cover', position: 'attention' })
      : image.resize({ ...covering, fit: 'fill' });
  if (orient) sized.autoOrient();
  return cut === 'attention' || cut === null ? sized : sized.extract({ ...cut, width, height });
}

/** A resize is measured before the rotation, a crop after it. */
async function resizeRotated(image: Sharp, geometry: Geometry, { rotation }: Source): Promise<Sharp> {
  const { covering, cut, width, height } = geometry;
  const whole = image
    .resize({ ...applyRotation(covering, rotation), fit: 'fill' })
    .autoOrient()
    .rotate(rotation);
  if (cut === null) return whole;
  if (cut !== 'attention') return whole.extract({ ...cut, width, height });
  // sharp finds the most salient area during the resize, so rotate the image before.
  const all = await whole.keepIccProfile().tiff({ compression: 'none' }).toBuffer();
  return resize(sharp(all, { ignoreIcc: true }), geometry);
}

/** Sharpens, encodes and adds the copyright to an image that has no EXIF of its own, or gets no copyright. */
export function finish(
  image: Sharp,
  params: ImageParams,
  source: Pick<Source, 'hasAlpha' | 'signature' | 'background'>,
): Sharp {
  if (source.hasAlpha && (params.format === 'jpeg' || isAvifInstead(params)))
    image.flatten({ background: source.background });
  if (params.sharpen) image.sharpen();
  const encoded = encode(image.toColourspace('srgb'), params);
  return source.signature ? encoded.withExif({ IFD0: source.signature }) : encoded;
}

function encode(image: Sharp, { format, quality }: ImageParams): Sharp {
  if (format === 'png') return image.png();
  // Effort 2: less than half the cost of the default 4, for a twentieth more bytes.
  if (format === 'webp') return image.webp({ quality, effort: 2 });
  // Effort 0: 8 times the cost of a JPEG; the default 4 was measured at up to 71 times.
  if (format === 'avif') return image.avif({ quality, effort: 0 });
  // Not mozjpeg: up to twice the CPU time, which a visitor waits for, for a quarter fewer bytes.
  return image.jpeg({ quality });
}
