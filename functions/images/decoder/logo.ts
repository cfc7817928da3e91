import sharp, { type Sharp } from 'sharp';
import { AppError } from '#core/domain/values/errors.ts';
import { ICON_SIDES, type Logo, type LogoInk } from '#core/domain/branding/logo.ts';
import { detectFileType, HEAD_BYTES, hasMarkup, isPolyglot, TAIL_BYTES } from '../../platform/storage/file-type.ts';

/** Largest side of a stored logo in pixels: three times the largest that a page shows. */
const MAX_SIZE = { width: 960, height: 360 } as const;
/** Maximum pixels of a raster logo. */
const MAX_PIXELS = 40_000_000;
/** Maximum pixels of a drawing of an SVG, whose own size may be any. */
const MAX_DRAWN_PIXELS = 4_000_000;
/** Bytes at the start of an SVG in which its root element is searched, behind comments and declarations. */
const SVG_HEAD_BYTES = 65_536;

/** A logo as PNG with its icons, in the order of `ICON_SIDES`. */
export interface RenderedLogo {
  facts: Omit<Logo, 'src'>;
  images: Buffer[];
}

/**
 * Renders an untrusted logo: PNG, JPEG, WebP, or SVG, which is drawn and never stored itself. Transparent margins are
 * cut off.
 * @throws AppError `not_an_image`, `type_mismatch`, `logo_has_text`, `too_many_pixels`, `corrupt`, `empty`
 */
export async function renderLogo(input: Buffer): Promise<RenderedLogo> {
  const source = isSvg(input) ? await openSvg(input) : openRaster(input);
  const whole = await source.toColourspace('srgb').ensureAlpha().png().toBuffer();
  const trimmed = await trimMargins(whole);
  const { data, info } = await sharp(trimmed)
    .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const ink = inkOf(data);
  const logo = sharp(data, { raw: { width, height, channels: 4 } });
  const mark = logo.clone().extract(firstMark(data, width, height));
  const square = await mark.png().toBuffer();
  const icons = await Promise.all(ICON_SIDES.map((side) => drawIcon(square, side, ink)));
  const body = await logo.png({ compressionLevel: 9, effort: 8, palette: ink !== 'coloured' }).toBuffer();
  return { facts: { width, height, ink }, images: [body, ...icons] };
}

function openRaster(input: Buffer): Sharp {
  const head = input.subarray(0, HEAD_BYTES);
  const type = detectFileType(head)?.type;
  if (type !== 'png' && type !== 'jpeg' && type !== 'webp') throw new AppError('not_an_image');
  if (isPolyglot(head, input.subarray(-TAIL_BYTES)) || hasMarkup(type, input)) throw new AppError('type_mismatch');
  return sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().resize({
    width: 2000,
    height: 2000,
    fit: 'inside',
    withoutEnlargement: true,
  });
}

function isSvg(input: Buffer): boolean {
  const head = input.toString('utf8', 0, SVG_HEAD_BYTES).replace(/^\uFEFF/, '');
  return /^\s*</.test(head) && /<svg[\s>]/i.test(head);
}

/**
 * Opens an SVG at the size it is stored in. The library has no base address, so it loads nothing that a drawing refers
 * to; scripts and events mean nothing to it. Letters would be drawn in a font of this machine, which has none.
 */
async function openSvg(input: Buffer): Promise<Sharp> {
  const text = input.toString('utf8');
  // Without `<`, or each of many declarations that do not end would be read up to the end of the file.
  if (/<!ENTITY[^<>]*\b(?:SYSTEM|PUBLIC)\b/i.test(text)) throw new AppError('corrupt');
  if (/<text[\s>]/i.test(text)) throw new AppError('logo_has_text');
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  const scale = Math.min((2 * MAX_SIZE.width) / width, (2 * MAX_SIZE.height) / height);
  const density = Math.min(Math.max(72 * scale, 1), 7200);
  return sharp(input, { density, limitInputPixels: MAX_DRAWN_PIXELS });
}

/** Opacity from which a pixel counts as visible, 0–255. */
const VISIBLE = 40;

/** @throws AppError `empty` if nothing is visible */
function inkOf(pixels: Buffer): LogoInk {
  let [visible, luma, chroma, opaque] = [0, 0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha === 255) opaque += 1;
    if (alpha < VISIBLE) continue;
    visible += 1;
    luma += 0.299 * r + 0.587 * g + 0.114 * b;
    chroma += Math.max(r, g, b) - Math.min(r, g, b);
  }
  const all = pixels.length / 4;
  if (visible < all * 0.0005) throw new AppError('empty');
  // A picture with a ground of its own, and colours, stay as they are on any page.
  if (opaque > all * 0.97 || chroma / visible > 40) return 'coloured';
  if (luma / visible < 100) return 'dark';
  return luma / visible > 185 ? 'light' : 'coloured';
}

/** Cuts off transparent margins. @throws AppError `empty` if nothing is visible */
async function trimMargins(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 3, pixel = 0; at < data.length; at += 4, pixel += 1) {
    if (data[at]! < VISIBLE) continue;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    bottom = row;
  }
  if (right < 0) throw new AppError('empty');
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 };
  return sharp(png).extract(box).png().toBuffer();
}

/**
 * Returns the box of a logo's first mark: a symbol or letter with free columns behind it. A wide logo would be a line in
 * an icon.
 */
function firstMark(pixels: Buffer, width: number, height: number) {
  const all = { left: 0, top: 0, width, height };
  if (width <= height * 1.6) return all;
  const isFree = (column: number) => {
    for (let row = 0; row < height; row += 1) {
      if ((pixels[(row * width + column) * 4 + 3] ?? 0) >= VISIBLE) return false;
    }
    return true;
  };
  let end = 0;
  while (end < width && !isFree(end)) end += 1;
  return end > height * 0.12 && end < height * 1.6 ? { ...all, width: end } : all;
}

/** Grounds of the icon on a home screen, which cannot be transparent: paper, and ink for light letters. */
const GROUND = { dark: '#fcfbf9', light: '#161513', coloured: '#fcfbf9' } as const;

async function drawIcon(mark: Buffer, side: (typeof ICON_SIDES)[number], ink: LogoInk): Promise<Buffer> {
  const isTouch = side > 100;
  const inner = Math.round(side * (isTouch ? 0.68 : 0.94));
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const trimmed = await trimMargins(mark);
  const picture = await sharp(trimmed)
    .resize({ width: inner, height: inner, fit: 'contain', background: transparent })
    .toBuffer();
  // A browser's bar is light more often than not.
  const background = isTouch || ink === 'light' ? GROUND[ink] : transparent;
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: picture }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}
