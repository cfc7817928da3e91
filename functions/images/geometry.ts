import type { FocusPoint, ImageParams } from '#core/domain/image-params.ts';
import { MAX_OUTPUT_SIDE } from './limits.ts';

export type Size = { width: number; height: number };

/** How to get from the picture as shown to the rendition, in pixels of the rendition. */
export type Geometry = Size & {
  /** Resize to this, which covers the rendition, before cutting. */
  covering: Size;
  /** Where to cut; null when nothing is cut off; `attention` leaves it to the picture. */
  cut: { left: number; top: number } | 'attention' | null;
};

type Wanted = Pick<ImageParams, 'width' | 'height' | 'focus'>;

/**
 * The rendition's size and cut. It never has more pixels than the original in either direction: a frame that asks
 * for more keeps its ratio and shrinks.
 * @param source the picture as shown, after orientation
 * @param focal the photo's own focal point, used where the parameters name none
 */
export function geometryOf(source: Size, wanted: Wanted, focal: FocusPoint | null): Geometry {
  const size = wanted.width !== null && wanted.height !== null ? frame(source, wanted) : fitted(source, wanted);
  const scale = Math.max(size.width / source.width, size.height / source.height);
  const covering = {
    width: Math.max(size.width, Math.round(source.width * scale)),
    height: Math.max(size.height, Math.round(source.height * scale)),
  };
  const isCut = wanted.width !== null && wanted.height !== null && !isSame(size, covering);
  if (!isCut) return { ...size, covering: size, cut: null };
  const focus = wanted.focus ?? focal;
  if (!focus) return { ...size, covering, cut: 'attention' };
  const left = centred(focus.x, covering.width, size.width);
  const top = centred(focus.y, covering.height, size.height);
  return { ...size, covering, cut: { left, top } };
}

function frame(source: Size, wanted: Wanted): Size {
  const width = wanted.width ?? source.width;
  const height = wanted.height ?? source.height;
  const shrink = Math.min(1, source.width / width, source.height / height);
  return { width: whole(width * shrink), height: whole(height * shrink) };
}

function fitted(source: Size, wanted: Wanted): Size {
  const widest = Math.min(wanted.width ?? MAX_OUTPUT_SIDE, MAX_OUTPUT_SIDE);
  const highest = Math.min(wanted.height ?? MAX_OUTPUT_SIDE, MAX_OUTPUT_SIDE);
  const shrink = Math.min(1, widest / source.width, highest / source.height);
  return { width: whole(source.width * shrink), height: whole(source.height * shrink) };
}

function whole(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

function centred(thousandths: number, covering: number, size: number): number {
  const start = Math.round((thousandths / 1000) * covering - size / 2);
  return Math.min(Math.max(start, 0), covering - size);
}
