import type { Rotation } from '#core/domain/photos.ts';
import type { WatermarkLayout } from '#core/domain/watermarks.ts';

/** How a photo is shown beyond what its original says. */
export type RenditionStyle = {
  /** Degrees clockwise, beyond what EXIF asks for. */
  rotation: Rotation;
  /** What shines through holes where there can be none, as `#rrggbb`. */
  background: string;
  watermark: Watermark | null;
};

/** A mark that is baked into every rendition. Width and height are the stored mark's own pixels. */
export type Watermark = { imageKey: string; layout: WatermarkLayout; width: number; height: number };

/** As the original says, on white paper: also what is told of photos that were taken in before there were looks. */
export const DEFAULT_STYLE: RenditionStyle = { rotation: 0, background: '#ffffff', watermark: null };

/** A studio's colour as the row has it; whatever is no colour is white. */
export function parseBackground(value: unknown): string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : DEFAULT_STYLE.background;
}
