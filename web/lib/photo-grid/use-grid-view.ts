import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type GridLayout, type GridOptions, layoutRows, rowAt, tilesBetween } from './justified-rows.ts';

/** Rows are this high at least, and as many screens beyond both edges of the window are kept ready. */
const OVERSCAN_SCREENS = 1;
const MIN_OVERSCAN_PX = 600;

export interface GridView<Layout extends GridLayout = GridLayout> {
  layout: Layout;
  /** Of the element, pixels; 0 until it is known. */
  width: number;
  /** Photos to be in the document: [first, end). */
  first: number;
  end: number;
}

/**
 * Photos by their proportions; see `useLaidOutView`.
 * @param optionsFor rows and gaps for a width; must not change between renders without need
 * @param layOut how the photos are laid out; must not change without need either
 */
export function useGridView<Layout extends GridLayout = GridLayout>(
  ref: RefObject<HTMLElement | null>,
  ratios: readonly number[],
  optionsFor: (width: number) => GridOptions,
  layOut: (ratios: readonly number[], options: GridOptions) => Layout = layoutRows as never,
): GridView<Layout> {
  const layoutFor = useCallback((width: number) => layOut(ratios, optionsFor(width)), [layOut, ratios, optionsFor]);
  return useLayoutView(ref, layoutFor);
}

/**
 * Lays photos out in the element's width and says which of them are near the window. Only those are in the document;
 * the element's height stands for the rest. On turning a phone the photo at the top stays at the top.
 * @param layoutFor the layout for a width in pixels; must not change between renders without need
 */
export function useLayoutView<Layout extends GridLayout>(
  ref: RefObject<HTMLElement | null>,
  layoutFor: (width: number) => Layout,
): GridView<Layout> {
  const [width, setWidth] = useState(0);
  const layout = useMemo(() => layoutFor(width), [layoutFor, width]);
  const [range, setRange] = useState({ first: 0, end: 0 });
  const anchor = useRef<{ index: number; part: number } | null>(null);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const above = -element.getBoundingClientRect().top;
      const beyond = Math.max(MIN_OVERSCAN_PX, innerHeight * OVERSCAN_SCREENS);
      const next = tilesBetween(layout, above - beyond, above + innerHeight + beyond);
      setRange((old) => (old.first === next.first && old.end === next.end ? old : next));
      anchor.current = anchorAt(layout, above);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    restore(element, layout, anchor.current);
    look();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [ref, layout]);

  return { layout, width, ...range };
}

/** The photo that the window's upper edge cuts, and how far down in it; null above the grid. */
function anchorAt({ rows }: GridLayout, above: number) {
  const row = above > 0 ? rows[rowAt(rows, above)] : undefined;
  return row ? { index: row.first, part: (above - row.top) / row.height } : null;
}

function restore(element: HTMLElement, { tiles }: GridLayout, anchor: { index: number; part: number } | null) {
  const tile = anchor && tiles[anchor.index];
  if (!tile) return;
  const wanted = tile.top + anchor.part * tile.height;
  const moved = wanted + element.getBoundingClientRect().top;
  if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: 'instant' });
}
