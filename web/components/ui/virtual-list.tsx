import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useRowFocus } from './use-row-focus.ts';

/** Rows beyond both edges of the window: as many as a fast thumb passes before the next frame. */
const OVERSCAN = 8;

/** A focused row stays clear of the phone's bar, in pixels. */
const BAR_PX = 96;

/** Makes what stands in a row. Its links and buttons take `tabIndex`: one row at a time is in the tab order. */
export type RenderRow<Row> = (row: Row, tabIndex: 0 | -1, index: number) => ReactNode;

export interface VirtualListProps<Row> {
  /** Says what the list holds; for screen readers. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Pixels, of every row: nothing moves while rows are drawn. */
  rowHeight: number;
  /** The same from render to render, so that scrolling draws new rows only. */
  renderRow: RenderRow<Row>;
}

/**
 * A list of any length that scrolls with the window: rows near it are in the document, the list's height stands for
 * the rest. Arrow keys, Page Up and Down, Home and End lead from row to row.
 */
export function VirtualList<Row>({ label, rows, rowKey, rowHeight, renderRow }: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const keptRef = useRef<number | null>(null);
  const scrollMargin = usePageTop(list);
  // oxlint-disable-next-line react/incompatible-library -- what it answers is read in this render only, and given to nobody
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingEnd: BAR_PX,
    useFlushSync: false,
    // The focus must not fall off the page with its row.
    rangeExtractor: useCallback((range: Range) => withRow(range, keptRef.current), []),
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const { active, inside, handlers } = useRowFocus({
    list,
    keptRef,
    settled: !virtualizer.isScrolling,
    count: rows.length,
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    page: () => endIndex - startIndex,
  });
  // Who comes with Tab comes to what is in sight.
  const entry = inside || (active >= startIndex && active <= endIndex) ? active : startIndex;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one row's link to the next; Tab reaches them too
    <ul ref={list} aria-label={label} {...handlers} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <li
          // Not told the virtualizer, which would count all rows anew whenever it is given another function for it.
          key={rowKey(rows[index]!)}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={rows.length}
          className="absolute inset-x-0 top-0 border-b border-line"
          style={{ height: rowHeight, transform: `translateY(${start - scrollMargin}px)` }}
        >
          <Content
            row={rows[index]!}
            index={index}
            tabIndex={index === entry ? 0 : -1}
            renderRow={renderRow as RenderRow<unknown>}
          />
        </li>
      ))}
    </ul>
  );
}

interface ContentProps {
  row: unknown;
  index: number;
  tabIndex: 0 | -1;
  renderRow: RenderRow<unknown>;
}

const Content = memo(function DrawnRow({ row, index, tabIndex, renderRow }: ContentProps) {
  return renderRow(row, tabIndex, index);
});

function withRow(range: Range, index: number | null): number[] {
  const shown = defaultRangeExtractor(range);
  if (index === null || index >= range.count || shown.includes(index)) return shown;
  return index < range.startIndex ? [index, ...shown] : [...shown, index];
}

/** Where an element begins in the page, in pixels; banners and filters above it come and go. */
function usePageTop(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return top;
}
