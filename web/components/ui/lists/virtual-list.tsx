import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useListScroller } from './list-scroller.ts';
import { useRowFocus } from './row-navigation.ts';
import { useRowSwipe } from './row-swipe.ts';
import { type RowSwipe, SwipeActions } from './swipe-actions.tsx';

interface OpenRow<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the row that is open beside the list; scrolled into view when it changes. */
  current: string | null;
  /** Key of the row that gets the focus, once per new object. */
  focusOn: { readonly id: string } | null;
  /** Scrolls a row into view. */
  show: (index: number) => void;
  focusRow: (index: number) => void;
}

/** Scrolls to the open row and focuses the closed one; ignores rows that the list does not have. */
function useOpenRow<Row>({ rows, rowKey, current, focusOn, show, focusRow }: OpenRow<Row>): void {
  // Memoised: there are many rows, and the list renders at every scroll step.
  const isThere = useMemo(
    () => current !== null && rows.some((row) => rowKey(row) === current),
    [rows, rowKey, current],
  );
  const indexOf = (key: string) => rows.findIndex((row) => rowKey(row) === key);
  const reveal = useEffectEvent((key: string) => show(indexOf(key)));
  useEffect(() => {
    if (current !== null && isThere) reveal(current);
  }, [current, isThere]);
  const focus = useEffectEvent((key: string) => {
    const index = indexOf(key);
    if (index >= 0) focusRow(index);
  });
  useEffect(() => {
    if (focusOn) focus(focusOn.id);
  }, [focusOn]);
}

/** Rows rendered beyond both edges of the window: as many as a fast scroll passes before the next frame. */
const OVERSCAN = 8;

/** Distance of a focused row from the phone's bottom bar, in pixels. */
const BAR_PX = 96;

/** Renders a row. Its links and buttons take `tabIndex`: one row at a time is in the tab order. */
export type RenderRow<Row> = (row: Row, tabIndex: 0 | -1, index: number) => ReactNode;

interface VirtualListProps<Row> {
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Height of every row in pixels; fixed, so that nothing moves while rows render. */
  rowHeight: number;
  /** Keep its identity between renders, so that scrolling renders new rows only. */
  renderRow: RenderRow<Row>;
  /** Actions behind a swipe; each must also be available elsewhere. */
  swipe?: ((row: Row) => RowSwipe) | undefined;
  /** Key of the row that is open beside the list; scrolled into view when it changes. */
  current?: string | null;
  /** Key of the row that gets the focus, once per new object. */
  focusOn?: { readonly id: string } | null;
}

/**
 * A virtual list that scrolls with the window or in its `ListScroller`. Arrow keys, Page Up and Down, Home and End move
 * between rows.
 */
export function VirtualList<Row>({
  label,
  rows,
  rowKey,
  rowHeight,
  renderRow,
  swipe,
  current = null,
  focusOn = null,
}: VirtualListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const keptRef = useRef<number | null>(null);
  const { scroller, options } = useListScroller(list);
  // oxlint-disable-next-line react/incompatible-library -- what it answers is read in this render only, and given to nobody
  const virtualizer = useVirtualizer({
    ...options,
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingEnd: scroller ? 0 : BAR_PX,
    useFlushSync: false,
    // Keep the focused row rendered, so that the focus is not lost.
    rangeExtractor: useCallback((range: Range) => withRow(range, keptRef.current), []),
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const show = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  const { active, inside, focusRow, handlers } = useRowFocus({
    list,
    keptRef,
    settled: !virtualizer.isScrolling,
    count: rows.length,
    show,
    page: () => endIndex - startIndex,
  });
  useOpenRow({ rows, rowKey, current, focusOn, show, focusRow });
  const { swiped, close, touches } = useRowSwipe({
    count: (index) => swipe?.(rows[index]!).actions.length ?? 0,
    keyOf: (index) => rowKey(rows[index]!),
  });
  const isSwiped = (index: number) => swiped !== null && swiped.key === rowKey(rows[index]!);
  // Tab focuses the first visible row.
  const entry = inside || (active >= startIndex && active <= endIndex) ? active : startIndex;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one row's link to the next; Tab reaches them too
    <ul
      ref={list}
      aria-label={label}
      {...handlers}
      {...(swipe && touches)}
      className={clsx('@container relative', swipe && 'touch-pan-y touch-pinch-zoom')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <li
          // Not passed as `getItemKey`: the virtualizer would measure all rows again for each new function.
          key={rowKey(rows[index]!)}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={rows.length}
          className={clsx(
            'absolute inset-x-0 top-0 border-b border-line',
            isSwiped(index) && 'overflow-x-clip *:translate-x-(--swipe)',
            isSwiped(index) && swiped?.phase !== 'dragged' && '*:transition-[translate] *:duration-(--calm)',
          )}
          style={{ height: rowHeight, transform: `translateY(${start - options.scrollMargin}px)` }}
        >
          <Content
            row={rows[index]!}
            index={index}
            tabIndex={index === entry ? 0 : -1}
            renderRow={renderRow as RenderRow<unknown>}
          />
          {swipe && isSwiped(index) && (
            <SwipeActions {...swipe(rows[index]!)} open={swiped?.phase === 'open'} onDone={close} />
          )}
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
