/*
 * Where a mark lies. By itself, without zod: the process that decodes pictures loads this at every cold start.
 */

/** Pixels a side that a mark may have: as many fill any screen. */
export const MAX_WATERMARK_SIDE = 2400;

/** Of `WatermarkLayout`, what decides over the place. */
export interface WatermarkPlace {
  /** `top_left`, `center`, `right`, … */
  position: string;
  /** Per cent of the picture's width. */
  size: number;
  isTiled: boolean;
}

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
  { position, size, isTiled }: WatermarkPlace,
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
