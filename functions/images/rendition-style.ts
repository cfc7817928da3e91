import type { Rotation } from '#core/domain/photos/photos.ts';
import type { WatermarkLayout } from '#core/domain/branding/watermarks.ts';

/** Style of a photo's renditions beyond the original itself. */
export type RenditionStyle = {
  /** Degrees clockwise, in addition to the EXIF orientation. */
  rotation: Rotation;
  /** Background for transparent areas in formats without transparency, as `#rrggbb`. */
  background: string;
  watermark: Watermark | null;
};

/** A watermark for every rendition. Width and height are the stored image's own pixels. */
export type Watermark = { imageKey: string; layout: WatermarkLayout; width: number; height: number };

/** No rotation, white background; also the style of photos from before styles existed. */
export const DEFAULT_STYLE: RenditionStyle = { rotation: 0, background: '#ffffff', watermark: null };

/** Returns the studio's background colour; white for an invalid value. */
export function parseBackground(value: unknown): string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : DEFAULT_STYLE.background;
}
