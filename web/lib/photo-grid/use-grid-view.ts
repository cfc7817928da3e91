import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type GridLayout, type GridOptions, layoutRows, rowAt, tilesBetween } from './justified-rows.ts';

/** Screens rendered beyond both edges of the window, `MIN_OVERSCAN_PX` at least. */
const OVERSCAN_SCREENS = 1;
const MIN_OVERSCAN_PX = 600;
/** Height of the first render in assumed widths: about two screens of a phone. */
const ASSUMED_RATIO = 4;

interface GridView<Layout extends GridLayout = GridLayout> {
  layout: Layout;
  /** Width of the element in pixels; the assumed one until it is measured. */
  width: number;
  measured: boolean;
  /** Photos to render: [first, end). */
  first: number;
  end: number;
}

/**
 * Lays photos out by their ratios; see `useLayoutView`.
 * @param optionsFor returns row height and gap for a width; keep its identity between renders
 * @param layOut lays the photos out; keep its identity too
 * @param assumedWidth as in `useLayoutView`
 */
export function useGridView<Layout extends GridLayout = GridLayout>(
  ref: RefObject<HTMLElement | null>,
  ratios: readonly number[],
  optionsFor: (width: number) => GridOptions,
  layOut: (ratios: readonly number[], options: GridOptions) => Layout = layoutRows as never,
  assumedWidth = 0,
): GridView<Layout> {
  const layoutFor = useCallback((width: number) => layOut(ratios, optionsFor(width)), [layOut, ratios, optionsFor]);
  return useLayoutView(ref, layoutFor, assumedWidth);
}

/**
 * Lays photos out in the element's width and returns those near the window. Only those are rendered; the element's
 * height covers the rest. When the width changes, the photo at the top stays at the top.
 * @param layoutFor returns the layout for a width in pixels; keep its identity between renders
 * @param assumedWidth width of the first render, in pixels, for pages that the server renders; 0 renders nothing
 */
export function useLayoutView<Layout extends GridLayout>(
  ref: RefObject<HTMLElement | null>,
  layoutFor: (width: number) => Layout,
  assumedWidth = 0,
): GridView<Layout> {
  const [measuredWidth, setWidth] = useState<number | null>(null);
  const width = measuredWidth ?? assumedWidth;
  const layout = useMemo(() => layoutFor(width), [layoutFor, width]);
  const [range, setRange] = useState(() => tilesBetween(layout, 0, assumedWidth * ASSUMED_RATIO));
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

  return { layout, width, measured: measuredWidth !== null, ...range };
}

/** Returns the photo at the window's upper edge and the offset within it; null above the grid. */
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
