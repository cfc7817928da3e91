/*
 * Where a mark lies. By itself, without zod: the process that decodes pictures loads this at every cold start.
 */

/** Pixels a side that a mark may have: as many fill any screen. */
export const MAX_WATERMARK_SIDE = 2400;

/** Of `WatermarkLayout`, what decides over the place. */
export interface WatermarkPlacement {
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
 * @param image the rendition's pixels
 * @param mark the mark's own pixels; only their ratio counts
 */
export function placeWatermark(
  image: { width: number; height: number },
  mark: { width: number; height: number },
  { position, size, isTiled }: WatermarkPlacement,
): Box[] {
  const margin = Math.round(Math.min(image.width, image.height) * MARGIN);
  const room = { width: Math.max(1, image.width - 2 * margin), height: Math.max(1, image.height - 2 * margin) };
  const scale = Math.min((image.width * size) / 100 / mark.width, room.width / mark.width, room.height / mark.height);
  const width = Math.max(1, Math.round(mark.width * scale));
  const height = Math.max(1, Math.round(mark.height * scale));
  if (isTiled) return tiles(image, { width, height });
  const left = position.endsWith('left') ? margin : position.endsWith('right') ? image.width - margin - width : null;
  const top = position.startsWith('top')
    ? margin
    : position.startsWith('bottom')
      ? image.height - margin - height
      : null;
  return [
    {
      left: left ?? Math.round((image.width - width) / 2),
      top: top ?? Math.round((image.height - height) / 2),
      width,
      height,
    },
  ];
}

/** From beyond the left and upper edge to beyond the others: the outer ones are cut. */
function tiles(image: { width: number; height: number }, mark: { width: number; height: number }): Box[] {
  const stepX = Math.ceil(mark.width * (1 + TILE_GAP));
  const stepY = Math.ceil(mark.height * (1 + TILE_GAP) + mark.width * 0.1);
  const boxes: Box[] = [];
  for (let row = 0, top = 0; top < image.height; row++, top += stepY) {
    const shift = row % 2 === 0 ? 0 : -Math.round(stepX / 2);
    for (let left = shift; left < image.width; left += stepX) boxes.push({ left, top, ...mark });
  }
  return boxes;
}
