/*
 * Converts the URL of an image: query ⇄ parameters ⇄ name of the stored rendition.
 *
 * The edge function bundles this file into CloudFront's restricted JavaScript (10 KB in total), so it avoids zod, URL,
 * Intl, destructuring, spread and default arguments, and checks numbers by hand. All spellings of a request must give
 * one name: otherwise reordered or re-spelled queries would each cost a decode and a cache entry.
 */

export type ImageFormat = 'jpeg' | 'webp' | 'avif' | 'png';

/** A point of the displayed image, in thousandths of its width and height (integers 0–1000). */
export type FocusPoint = { x: number; y: number };

/** Parameters of a rendition. Width and height in pixels; if both are set, the image is cropped to fill. */
export type ImageParams = {
  width: number | null;
  height: number | null;
  quality: number;
  format: ImageFormat;
  focus: FocusPoint | null;
  sharpen: boolean;
};

/** Query parameters of an image URL, whose names integrators know (docs/specification.md#pictures). */
export type ImageQuery = {
  width?: number;
  height?: number;
  aspect_ratio?: string;
  quality?: number;
  format?: ImageFormat;
  focus_crop?: string;
  sharpen?: true;
};

export type ImageParamName = keyof ImageQuery;

export type ParsedImageQuery =
  | { ok: true; params: ImageParams }
  | { ok: false; code: 'image_param_invalid'; parameter: string };

/** `{fileId}.{ext}` of an image URL. The extension is only the default of `format`. */
export type ImagePath = { galleryId: string; fileId: string; format: ImageFormat };

/** The three presets (docs/specification.md#pictures). */
export const IMAGE_PRESETS = {
  thumbnail: { width: 200, aspect_ratio: '1:1', quality: 50, format: 'jpeg' },
  preview: { width: 800, quality: 50, format: 'jpeg' },
  fullscreen: { width: 1920, quality: 70, format: 'jpeg' },
} as const satisfies Record<string, ImageQuery>;

export type ImagePreset = keyof typeof IMAGE_PRESETS;

/**
 * Rendition that is downloaded in web size. Printed with 10 × 15 cm at 300 dots an inch, which is 1,772 pixels, it has a
 * mean SSIM of 0.976 (docs/benchmarks.md); the fullscreen preset of the same width has 0.970.
 */
export const WEB_SIZE: ImageParams = {
  width: IMAGE_PRESETS.fullscreen.width,
  height: null,
  quality: 82,
  format: 'jpeg',
  focus: null,
  sharpen: false,
};

/**
 * Sources of our pages' tiles, in pixels, for which browsers that take AVIF get one: phones of density 2 and 3 show two
 * photos beside each other or one; the last has the pixels of the widest phones.
 */
export const TILE_WIDTHS: readonly number[] = [400, 600, 800, 1300];
/**
 * Qualities of their JPEG and of the AVIF (effort 0) instead of it: the lowest ones whose mean SSIM is 0.975 or more at
 * the pixels of a phone (docs/benchmarks.md). The AVIF has 0.75 of the JPEG's bytes. A WebP of the same SSIM has 1.3
 * times the AVIF's, and shows blocks in gradients first; it takes 0.6 of the AVIF's processor time.
 */
export const TILE_QUALITY = 82;
const TILE_AVIF_QUALITY = 68;

/** Largest side of a rendition, in pixels. */
const MAX_SIDE = 4096;
/** An AVIF of 4096 pixels takes many seconds and a gigabyte to encode. */
export const MAX_AVIF_SIDE = 2048;
const MAX_QUALITY = 100;

const IMAGE_PATH = /^\/api\/images\/([0-9a-hjkmnp-tv-z]{26})\/([0-9a-hjkmnp-tv-z]{24})\.(jpg|jpeg|png|webp|avif)$/;
const KEY = /^\/?([0-9a-hjkmnp-tv-z]{26})\/([0-9a-hjkmnp-tv-z]{24})\/([a-z0-9.-]{1,60})$/;
const CANONICAL = /^(?:w(\d+))?-?(?:h(\d+))?(?:-q(\d+))?(?:-f(\d+)x(\d+))?(-s)?\.(jpg|png|webp|avif)$/;
const POSITIVE = /^[1-9]\d{0,3}$/;
const RATIO = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/;
const FRACTION = '(0?\\.\\d{1,6}|0|1(?:\\.0{1,6})?)';
const FOCUS = new RegExp('^' + FRACTION + ',' + FRACTION + '$');

/**
 * Parses a query. Values may be percent-encoded, as CloudFront passes them: no valid value contains a percent sign, so
 * decoding the two reserved characters that occur is sufficient and idempotent. Missing values come from the fullscreen
 * preset. Width or height with a ratio become width and height: `width=200&aspect_ratio=1:1` and `width=200&height=200`
 * are one rendition.
 * @param pairs all names and values in order, including repeated names
 * @param format format of the URL's extension; the `format` parameter overrides it
 */
export function parseImageQuery(
  pairs: ReadonlyArray<readonly [string, string]>,
  format?: ImageFormat,
): ParsedImageQuery {
  const given: { [name: string]: string } = {};
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i]!;
    const name = pair[0];
    if (PARAMETERS.indexOf(name) < 0 || given[name] !== undefined) return invalid(name);
    given[name] = pair[1].replace(/%3a/gi, ':').replace(/%2c/gi, ',');
  }
  const width = side(given['width']);
  if (width === undefined) return invalid('width');
  const height = side(given['height']);
  if (height === undefined) return invalid('height');
  const quality =
    given['quality'] === undefined ? IMAGE_PRESETS.fullscreen.quality : bounded(given['quality'], MAX_QUALITY);
  if (quality === undefined) return invalid('quality');
  const named = given['format'];
  if (named !== undefined && !isFormat(named)) return invalid('format');
  const sharpen = given['sharpen'];
  if (sharpen !== undefined && sharpen !== 'true') return invalid('sharpen');
  const focus = focusPoint(given['focus_crop']);
  if (focus === undefined) return invalid('focus_crop');
  const params: ImageParams = {
    width,
    height,
    quality,
    format: named || format || 'jpeg',
    focus,
    sharpen: sharpen === 'true',
  };
  if (!applyRatio(params, given['aspect_ratio'])) return invalid('aspect_ratio');
  const large = sideTooLarge(params);
  if (large) return invalid(large);
  return { ok: true, params };
}

const PARAMETERS: readonly string[] = [
  'width',
  'height',
  'aspect_ratio',
  'quality',
  'format',
  'focus_crop',
  'sharpen',
] satisfies ImageParamName[];

function invalid(parameter: string): ParsedImageQuery {
  // The response echoes the parameter's name, so keep only a short, harmless part of unknown names.
  return { ok: false, code: 'image_param_invalid', parameter: parameter.replace(/[^\w-]/g, '').slice(0, 40) };
}

function bounded(text: string, max: number): number | undefined {
  if (!POSITIVE.test(text)) return undefined;
  return Number(text) <= max ? Number(text) : undefined;
}

function side(text: string | undefined): number | null | undefined {
  return text === undefined ? null : bounded(text, MAX_SIDE);
}

function isFormat(text: string): text is ImageFormat {
  return text === 'jpeg' || text === 'webp' || text === 'avif' || text === 'png';
}

function focusPoint(text: string | undefined): FocusPoint | null | undefined {
  if (text === undefined) return null;
  const match = FOCUS.exec(text);
  if (!match) return undefined;
  return { x: Math.round(Number(match[1]) * 1000), y: Math.round(Number(match[2]) * 1000) };
}

function sideTooLarge(params: ImageParams): 'width' | 'height' | null {
  if (params.format !== 'avif') return null;
  if (params.width !== null && params.width > MAX_AVIF_SIDE) return 'width';
  return params.height !== null && params.height > MAX_AVIF_SIDE ? 'height' : null;
}

/** Computes the missing side. Refuses a ratio beside both sides, and a result outside the limits. */
function applyRatio(params: ImageParams, ratio: string | undefined): boolean {
  if (params.width === null && params.height === null) params.width = IMAGE_PRESETS.fullscreen.width;
  if (ratio === undefined) return true;
  const match = RATIO.exec(ratio);
  if (!match || (params.width !== null && params.height !== null)) return false;
  const wide = Number(match[1]);
  const high = Number(match[2]);
  if (params.width !== null) params.height = Math.round((params.width * high) / wide);
  else params.width = Math.round((params.height! * wide) / high);
  return params.width >= 1 && params.width <= MAX_SIDE && params.height! >= 1 && params.height! <= MAX_SIDE;
}

/**
 * Returns the stored name of a rendition, e.g. `w800-q50.jpg` or `w200-h200-q50-f500x250-s.webp`. Omits parameters
 * without effect on the pixels: the quality of a PNG (lossless), the focus of an uncropped image.
 */
export function canonicalRendition(params: ImageParams): string {
  let name = params.width === null ? '' : 'w' + params.width;
  if (params.height !== null) name += (name ? '-h' : 'h') + params.height;
  if (params.format !== 'png') name += '-q' + params.quality;
  if (params.focus && params.width !== null && params.height !== null) {
    name += '-f' + params.focus.x + 'x' + params.focus.y;
  }
  if (params.sharpen) name += '-s';
  return name + '.' + extension(params.format);
}

/** Parses a stored name; null for any name that {@link canonicalRendition} would not return. */
export function parseCanonical(name: string): ImageParams | null {
  const match = CANONICAL.exec(name);
  if (!match) return null;
  const width = side(match[1]);
  const height = side(match[2]);
  const quality = match[3] === undefined ? IMAGE_PRESETS.fullscreen.quality : bounded(match[3], MAX_QUALITY);
  if (width === undefined || height === undefined || quality === undefined) return null;
  const focus = match[4] === undefined ? null : { x: Number(match[4]), y: Number(match[5]) };
  if (focus && (focus.x > 1000 || focus.y > 1000)) return null;
  const format = parseFormat(match[7]!);
  const params: ImageParams = { width, height, quality, format, focus, sharpen: match[6] !== undefined };
  if (sideTooLarge(params)) return null;
  // Refuse leading zeros, an omitted quality and missing sides: they would be second names of the same bytes.
  return (width !== null || height !== null) && canonicalRendition(params) === name ? params : null;
}

function extension(format: ImageFormat): string {
  return format === 'jpeg' ? 'jpg' : format;
}

function parseFormat(extension: string): ImageFormat {
  return isFormat(extension) ? extension : 'jpeg';
}

/** Returns the AVIF that browsers get instead of a tile's JPEG; null for all other renditions. */
export function avifInstead(params: ImageParams): ImageParams | null {
  if (params.format !== 'jpeg' || params.quality !== TILE_QUALITY || !isTileSized(params)) return null;
  return { width: params.width, height: null, quality: TILE_AVIF_QUALITY, format: 'avif', focus: null, sharpen: false };
}

/** True for the renditions of {@link avifInstead}. They show what the JPEG does, also where the original is transparent. */
export function isAvifInstead(params: ImageParams): boolean {
  return params.format === 'avif' && params.quality === TILE_AVIF_QUALITY && isTileSized(params);
}

function isTileSized(params: ImageParams): boolean {
  if (params.width === null || params.height !== null || params.focus || params.sharpen) return false;
  return TILE_WIDTHS.indexOf(params.width) >= 0;
}

/** Parses `/api/images/{galleryId}/{fileId}.{ext}`; null for any other path. */
export function parseImagePath(path: string): ImagePath | null {
  const match = IMAGE_PATH.exec(path);
  return match ? { galleryId: match[1]!, fileId: match[2]!, format: parseFormat(match[3]!) } : null;
}

/** `{galleryId}/{fileId}/{canonical}`: the key in the rendition bucket, and the path that the edge requests. */
export function renditionKey(galleryId: string, fileId: string, params: ImageParams): string {
  return galleryId + '/' + fileId + '/' + canonicalRendition(params);
}

/** Parses a rendition's key, with or without a leading slash; null if it is not one. */
export function parseRenditionKey(key: string): { galleryId: string; fileId: string; params: ImageParams } | null {
  const match = KEY.exec(key);
  const params = match && parseCanonical(match[3]!);
  return params ? { galleryId: match[1]!, fileId: match[2]!, params } : null;
}

/** Returns the parameters of a preset. */
export function presetParams(preset: ImagePreset): ImageParams {
  const parsed = parseImageQuery(queryPairs(IMAGE_PRESETS[preset]));
  if (!parsed.ok) throw new Error('preset ' + preset + ': ' + parsed.parameter);
  return parsed.params;
}

/**
 * Returns the URL of an image, relative to the origin. Without a query it is the fullscreen preset. Returns '' without
 * a gallery id or a file id (callers on pages log the warning).
 */
export function imageUrl(
  galleryId: string | null | undefined,
  fileId: string | null | undefined,
  query?: ImageQuery,
): string {
  if (!galleryId || !fileId) return '';
  const given = query || {};
  const pairs = queryPairs(given).map((pair) => pair[0] + '=' + pair[1]);
  const path = '/api/images/' + galleryId + '/' + fileId + '.' + extension(given.format || 'jpeg');
  return pairs.length ? path + '?' + pairs.join('&') : path;
}

/** Returns the query with these parameters, for the public URL of a stored rendition. */
export function toQueryString(params: ImageParams): ImageQuery {
  const query: ImageQuery = { quality: params.quality, format: params.format };
  if (params.width !== null) query.width = params.width;
  if (params.height !== null) query.height = params.height;
  if (params.focus) query.focus_crop = params.focus.x / 1000 + ',' + params.focus.y / 1000;
  if (params.sharpen) query.sharpen = true;
  return query;
}

function queryPairs(query: ImageQuery): Array<[string, string]> {
  return (Object.keys(query) as ImageParamName[])
    .filter((name) => query[name] !== undefined)
    .map((name) => [name, String(query[name])]);
}
