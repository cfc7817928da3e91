/*
 * Position of a watermark. A separate file without zod: the process that decodes images loads it at every cold start.
 */

/** Maximum pixels per side of a watermark's image: sufficient for any screen. */
export const MAX_WATERMARK_SIDE = 2400;

/** Fields of `WatermarkLayout` that determine the position. */
interface WatermarkPlacement {
  /** `top_left`, `center`, `right`, … */
  position: string;
  /** Percent of the image's width. */
  size: number;
  isTiled: boolean;
}

/** Margin around a watermark, as a fraction of the image's shorter side. */
const MARGIN = 0.03;
/** Gap between tiled watermarks, as a fraction of the watermark's size. */
const TILE_GAP = 0.6;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Returns the watermark's boxes on an image, in whole pixels. A tiled watermark has many, every other row shifted by
 * half. The preview in the browser and the renditions share it, so every size of an image looks the same.
 * @param image pixels of the rendition
 * @param mark pixels of the watermark's image; only their ratio counts
 */
export function layOutWatermark(
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

/** Tiles from beyond the left and upper edge to beyond the others; the outer ones are cut. */
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
