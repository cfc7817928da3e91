import { IMAGE_PRESETS, type ImageParams, type ImageQuery, isAvifInstead, WEB_SIZE } from './image-params.ts';
import { TILES } from './image-sources.ts';
import { COVER } from './large-sources.ts';

/** Former sources: pages that were open when the deployment replaced them still ask for them. */
const FORMER: readonly ImageQuery[] = [
  { width: 400, quality: 50 },
  { width: 1200, quality: 60 },
  { width: 3200, quality: IMAGE_PRESETS.fullscreen.quality },
];

const STORED: readonly ImageQuery[] = [
  IMAGE_PRESETS.preview,
  { width: WEB_SIZE.width!, quality: WEB_SIZE.quality },
  ...[...TILES, ...COVER].map(({ query }) => query),
  ...FORMER,
];

/**
 * True for the renditions that are stored: the presets and the sources of our pages, in each format but PNG. Any other
 * one is computed without being stored, so that no visitor fills the bucket.
 */
export function isStored({ width, height, quality, format, focus, sharpen }: ImageParams): boolean {
  if (focus || sharpen || format === 'png') return false;
  if (isAvifInstead({ width, height, quality, format, focus, sharpen })) return true;
  const isThumbnail = width === height && width === IMAGE_PRESETS.thumbnail.width;
  if (isThumbnail) return quality === IMAGE_PRESETS.thumbnail.quality;
  return height === null && STORED.some((query) => query.width === width && query.quality === quality);
}
