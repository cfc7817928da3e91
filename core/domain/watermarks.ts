import { z } from 'zod';
import { rowId } from './ids.ts';
import { text } from './text.ts';

export const WATERMARK_KINDS = ['text', 'image'] as const;
export const watermarkKind = z.enum(WATERMARK_KINDS);
export type WatermarkKind = z.infer<typeof watermarkKind>;

export const WATERMARK_POSITIONS = [
  'top_left',
  'top',
  'top_right',
  'left',
  'center',
  'right',
  'bottom_left',
  'bottom',
  'bottom_right',
] as const;
export const watermarkPosition = z.enum(WATERMARK_POSITIONS);
export type WatermarkPosition = z.infer<typeof watermarkPosition>;

/** What an endpoint takes for a mark: a function's payload is bounded, and a mark of this many pixels fills any screen. */
export const MAX_WATERMARK_BYTES = 2 * 1024 * 1024;
export const MAX_WATERMARK_SIDE = 2400;

export const watermarkName = text.trim().min(1).max(120);

/** How a mark lies on a picture. */
export const watermarkLayout = z.strictObject({
  position: watermarkPosition,
  /** Per cent of the picture's width that the mark takes. */
  size: z.number().int().min(5).max(100),
  /** Per cent. */
  opacity: z.number().int().min(5).max(100),
  isTiled: z.boolean(),
});
export type WatermarkLayout = z.infer<typeof watermarkLayout>;

export const newWatermark = z.strictObject({
  id: rowId,
  name: watermarkName,
  kind: watermarkKind,
  text: text.max(200).optional(),
  ...watermarkLayout.shape,
});
export const watermarkChanges = z
  .strictObject({ name: watermarkName, text: text.max(200), ...watermarkLayout.shape })
  .partial();

/** Space around a mark, as a part of the picture's shorter side. */
const MARGIN = 0.03;
/** Between tiled marks, as a part of the mark's own size. */
const TILE_GAP = 0.6;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Where a mark lies on a picture, in whole pixels; a tiled one many times, every other row shifted by half. The same
 * for the preview in the browser and for the renditions, and the same on each size of a picture.
 * @param picture the rendition's pixels
 * @param mark the mark's own pixels; only their ratio counts
 */
export function placeWatermark(
  picture: { width: number; height: number },
  mark: { width: number; height: number },
  { position, size, isTiled }: Pick<WatermarkLayout, 'position' | 'size' | 'isTiled'>,
): Box[] {
  const margin = Math.round(Math.min(picture.width, picture.height) * MARGIN);
  const room = { width: Math.max(1, picture.width - 2 * margin), height: Math.max(1, picture.height - 2 * margin) };
  const scale = Math.min((picture.width * size) / 100 / mark.width, room.width / mark.width, room.height / mark.height);
  const width = Math.max(1, Math.round(mark.width * scale));
  const height = Math.max(1, Math.round(mark.height * scale));
  if (isTiled) return tiles(picture, { width, height });
  const left = position.endsWith('left') ? margin : position.endsWith('right') ? picture.width - margin - width : null;
  const top = position.startsWith('top')
    ? margin
    : position.startsWith('bottom')
      ? picture.height - margin - height
      : null;
  return [
    {
      left: left ?? Math.round((picture.width - width) / 2),
      top: top ?? Math.round((picture.height - height) / 2),
      width,
      height,
    },
  ];
}

/** From beyond the left and upper edge to beyond the others: the outer ones are cut. */
function tiles(picture: { width: number; height: number }, mark: { width: number; height: number }): Box[] {
  const stepX = Math.ceil(mark.width * (1 + TILE_GAP));
  const stepY = Math.ceil(mark.height * (1 + TILE_GAP) + mark.width * 0.1);
  const boxes: Box[] = [];
  for (let row = 0, top = 0; top < picture.height; row++, top += stepY) {
    const shift = row % 2 === 0 ? 0 : -Math.round(stepX / 2);
    for (let left = shift; left < picture.width; left += stepX) boxes.push({ left, top, ...mark });
  }
  return boxes;
}
