import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type PointerEvent as TouchEvent } from 'react';
import { actionsWidth } from './swipe-acts.tsx';
import { beginPan, movePan, panOffset, shouldStayOpen, type Pan } from './swipe-pan.ts';

/** The row that is moved aside, if one is. */
export interface SwipedRow {
  key: string;
  /** Under a finger, resting beside its acts, or on its way back. */
  phase: 'dragged' | 'open' | 'closing';
}

interface RowSwipeOptions {
  /** How many acts a row has, by its place in the list; 0 leaves the touch alone. */
  count: (index: number) => number;
  keyOf: (index: number) => string;
}

/**
 * Rows that a finger moves aside, one at a time. Rows are `[data-index]`; where a row is, `--swipe` says, written
 * straight to its element: nothing is rendered while the finger moves, and rows that nobody touches cost nothing.
 */
export function useRowSwipe({ count, keyOf }: RowSwipeOptions) {
  const [swiped, setSwiped] = useState<SwipedRow | null>(null);
  const isOpen = swiped?.phase === 'open';
  const moved = useRef<HTMLElement | null>(null);
  const isOfRow = (target: EventTarget | null) => target instanceof Node && Boolean(moved.current?.contains(target));
  const close = () => {
    const row = moved.current;
    // One that is back already, or not in the document any more, tells nobody that it has arrived.
    const isAway = row?.isConnected && offsetNow(row) < 0;
    row?.style.setProperty('--swipe', '0px');
    setSwiped((before) => (before && isAway ? { ...before, phase: 'closing' } : null));
  };
  const onClose = useEffectEvent(close);
  const isOutside = useEffectEvent((target: EventTarget | null) => !isOfRow(target));
  useEffect(() => {
    if (!isOpen) return;
    const end = new AbortController();
    const options = { capture: true, passive: true, signal: end.signal };
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options);
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && onClose(), options);
    // Also of the pane that the list scrolls in.
    document.addEventListener('scroll', () => onClose(), options);
    return () => end.abort();
  }, [isOpen]);

  const onPointerDown = (event: TouchEvent) => {
    if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-index]');
    // The acts are pressed, not moved.
    if (!row || isSwipeAction(event.target)) return;
    const index = Number(row.dataset['index']);
    const width = actionsWidth(count(index));
    const pan = width > 0 ? beginPan(touchOf(event), offsetNow(row), innerWidth) : null;
    if (pan) follow(row, keyOf(index), width, pan);
  };
  const follow = (row: HTMLElement, key: string, width: number, begun: Pan) => {
    let pan = begun;
    const end = new AbortController();
    const options = { signal: end.signal };
    row.addEventListener(
      'pointermove',
      (event) => {
        if (!event.isPrimary) return;
        const before = pan.way;
        pan = movePan(pan, touchOf(event));
        if (pan.way === 'other') end.abort();
        if (pan.way !== 'row') return;
        if (before !== 'row') {
          moved.current = row;
          setSwiped({ key, phase: 'dragged' });
        }
        row.style.setProperty('--swipe', `${panOffset(pan, width)}px`);
      },
      options,
    );
    const settle = (isCancelled: boolean) => {
      end.abort();
      if (pan.way !== 'row') return;
      if (isCancelled || !shouldStayOpen(pan, width)) return close();
      row.style.setProperty('--swipe', `${-width}px`);
      setSwiped({ key, phase: 'open' });
    };
    row.addEventListener('pointerup', () => settle(false), options);
    // The browser scrolls, or the system has taken the touch.
    row.addEventListener('pointercancel', () => settle(true), options);
  };
  return {
    swiped,
    close,
    /** For the list's element. */
    touches: {
      onPointerDown,
      /** A tap on the row that stands aside brings it back, and opens nothing. */
      onClickCapture: (event: MouseEvent) => {
        if (!swiped || !isOfRow(event.target) || isSwipeAction(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
        if (isOpen) close();
      },
      onTransitionEnd: ({ propertyName }: { propertyName: string }) => {
        if (propertyName === 'translate' && swiped?.phase === 'closing') setSwiped(null);
      },
    },
  };
}

const isSwipeAction = (target: EventTarget) => target instanceof Element && target.closest('[role="group"]') !== null;
const offsetNow = (row: HTMLElement) => Number.parseFloat(row.style.getPropertyValue('--swipe')) || 0;
const touchOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent | TouchEvent) => ({ x, y, at });
