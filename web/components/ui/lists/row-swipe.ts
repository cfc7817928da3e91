import { type MouseEvent, type PointerEvent as TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { actionsWidth } from './swipe-actions.tsx';

/** A touch that moves over a row, in pixels of the window and milliseconds. Pure: the list asks it what to do. */
export interface Pan {
  readonly startX: number;
  readonly startY: number;
  /** Where the row was: 0, or less while its acts were uncovered. */
  readonly from: number;
  /** Nobody knows yet; along the row; or something else, such as scrolling, which is none of the row's business. */
  readonly way: 'unknown' | 'row' | 'other';
  readonly x: number;
  readonly at: number;
  /** Pixels a millisecond; less than 0 to the left. */
  readonly speed: number;
}

export interface Touch {
  x: number;
  y: number;
  at: number;
}

/** The system's own gestures, back and forward, begin this near to the screen's edges. */
const EDGE_PX = 24;
/** A thumb that presses trembles less. */
const SLOP_PX = 10;
/** So much further along the row than across it: in doubt the list scrolls. */
const SLANT = 1.5;
/** A flick decides by itself, however far it went, in pixels a millisecond. */
const FLICK = 0.4;

/** Null where the touch belongs to the system. */
export function beginPan({ x, y, at }: Touch, from: number, screenWidth: number): Pan | null {
  if (x < EDGE_PX || x > screenWidth - EDGE_PX) return null;
  return { startX: x, startY: y, from, way: 'unknown', x, at, speed: 0 };
}

export function movePan(pan: Pan, { x, y, at }: Touch): Pan {
  const speed = at > pan.at ? (x - pan.x) / (at - pan.at) : pan.speed;
  return { ...pan, x, at, speed, way: pan.way === 'unknown' ? panAxis(pan, x - pan.startX, y - pan.startY) : pan.way };
}

function panAxis(pan: Pan, dx: number, dy: number): Pan['way'] {
  if (Math.hypot(dx, dy) < SLOP_PX) return 'unknown';
  if (Math.abs(dx) < Math.abs(dy) * SLANT) return 'other';
  // A covered row has nothing on its left.
  return dx < 0 || pan.from < 0 ? 'row' : 'other';
}

/** Where the row is now: as far to the left as its acts are wide. */
export function panOffset(pan: Pan, width: number): number {
  return Math.max(-width, Math.min(0, pan.from + pan.x - pan.startX));
}

/** Whether the acts stay uncovered when the touch ends here. */
export function shouldStayOpen(pan: Pan, width: number): boolean {
  if (Math.abs(pan.speed) >= FLICK) return pan.speed < 0;
  return panOffset(pan, width) < -width / 2;
}

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
