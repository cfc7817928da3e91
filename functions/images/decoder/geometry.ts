import { type FocusPoint, type ImageParams, MAX_AVIF_SIDE } from '#core/domain/photos/image-params.ts';
import { MAX_OUTPUT_SIDE } from './limits.ts';

export type Size = { width: number; height: number };

/** Steps from the image as shown to the rendition, in pixels of the rendition. */
export type Geometry = Size & {
  /** Resize to this size, which covers the rendition, before cropping. */
  covering: Size;
  /** Position of the crop; null for none; `attention` selects the most salient area. */
  cut: { left: number; top: number } | 'attention' | null;
};

type TargetSize = Pick<ImageParams, 'width' | 'height' | 'focus'> & Partial<Pick<ImageParams, 'format'>>;

/**
 * Computes size and crop of a rendition. It never has more pixels than the original in either direction: a larger
 * target shrinks and keeps its ratio.
 * @param source the image as shown, after orientation
 * @param focal the photo's focal point, used if the parameters have none
 */
export function computeGeometry(source: Size, target: TargetSize, focal: FocusPoint | null): Geometry {
  const size = target.width !== null && target.height !== null ? frame(source, target) : fitWithin(source, target);
  const scale = Math.max(size.width / source.width, size.height / source.height);
  const covering = {
    width: Math.max(size.width, Math.round(source.width * scale)),
    height: Math.max(size.height, Math.round(source.height * scale)),
  };
  const isCut = target.width !== null && target.height !== null && !isSame(size, covering);
  if (!isCut) return { ...size, covering: size, cut: null };
  const focus = target.focus ?? focal;
  if (!focus) return { ...size, covering, cut: 'attention' };
  const left = centerCrop(focus.x, covering.width, size.width);
  const top = centerCrop(focus.y, covering.height, size.height);
  return { ...size, covering, cut: { left, top } };
}

function frame(source: Size, target: TargetSize): Size {
  const width = target.width ?? source.width;
  const height = target.height ?? source.height;
  const shrink = Math.min(1, source.width / width, source.height / height);
  return { width: fullFrame(width * shrink), height: fullFrame(height * shrink) };
}

function fitWithin(source: Size, target: TargetSize): Size {
  const bound = target.format === 'avif' ? MAX_AVIF_SIDE : MAX_OUTPUT_SIDE;
  const widest = Math.min(target.width ?? bound, bound);
  const highest = Math.min(target.height ?? bound, bound);
  const shrink = Math.min(1, widest / source.width, highest / source.height);
  return { width: fullFrame(source.width * shrink), height: fullFrame(source.height * shrink) };
}

function fullFrame(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

function centerCrop(thousandths: number, covering: number, size: number): number {
  const start = Math.round((thousandths / 1000) * covering - size / 2);
  return Math.min(Math.max(start, 0), covering - size);
}
