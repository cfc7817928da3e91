import { type MouseEvent, type PointerEvent as TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { actionsWidth } from './swipe-actions.tsx';

/** State of a touch on a row, in pixels of the window and milliseconds. Pure functions update it. */
export interface Pan {
  readonly startX: number;
  readonly startY: number;
  /** Offset of the row at the start: 0, or negative while its actions are open. */
  readonly from: number;
  /** `unknown` until the touch has moved enough; `row` for a swipe; `other` for anything else, such as scrolling. */
  readonly way: 'unknown' | 'row' | 'other';
  readonly x: number;
  readonly at: number;
  /** Pixels per millisecond; negative to the left. */
  readonly speed: number;
}

interface Touch {
  x: number;
  y: number;
  at: number;
}

/** Width at the screen's edges where the system's back and forward gestures begin. */
const EDGE_PX = 24;
/** Movement below this is a press. */
const SLOP_PX = 10;
/** A swipe moves at least this many times further along the row than across it; otherwise the list scrolls. */
const SLANT = 1.5;
/** Speed of a flick in pixels per millisecond, which opens or closes the row at any distance. */
const FLICK = 0.4;

/** Returns null if the touch belongs to the system. */
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
  // A closed row has no actions on its left.
  return dx < 0 || pan.from < 0 ? 'row' : 'other';
}

/** Offset of the row in pixels, limited to the width of its actions. */
export function panOffset(pan: Pan, width: number): number {
  return Math.max(-width, Math.min(0, pan.from + pan.x - pan.startX));
}

/** True if the actions stay open when the touch ends now. */
export function shouldStayOpen(pan: Pan, width: number): boolean {
  if (Math.abs(pan.speed) >= FLICK) return pan.speed < 0;
  return panOffset(pan, width) < -width / 2;
}

/** The swiped row. */
interface SwipedRow {
  key: string;
  /** `dragged` under a finger, `open` at rest, `closing` on the way back. */
  phase: 'dragged' | 'open' | 'closing';
}

interface RowSwipeOptions {
  /** Number of actions of the row at an index; 0 disables the swipe. */
  count: (index: number) => number;
  keyOf: (index: number) => string;
}

/**
 * Swipe of one row at a time. Rows are `[data-index]`. The offset is written to the element as `--swipe`, so that
 * nothing renders while the finger moves and untouched rows cost nothing.
 */
export function useRowSwipe({ count, keyOf }: RowSwipeOptions) {
  const [swiped, setSwiped] = useState<SwipedRow | null>(null);
  const isOpen = swiped?.phase === 'open';
  const moved = useRef<HTMLElement | null>(null);
  const isOfRow = (target: EventTarget | null) => target instanceof Node && Boolean(moved.current?.contains(target));
  const close = () => {
    const row = moved.current;
    // A row that is back already or removed fires no `transitionend`.
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
    // Captures the scroll of the list's pane as well.
    document.addEventListener('scroll', () => onClose(), options);
    return () => end.abort();
  }, [isOpen]);

  const onPointerDown = (event: TouchEvent) => {
    if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>('[data-index]');
    // Presses on the actions do not swipe.
    if (!row || isSwipeAction(event.target)) return;
    const index = Number(row.dataset['index']);
    const width = actionsWidth(count(index));
    const pan = width > 0 ? beginPan(touchOf(event), offsetNow(row), innerWidth) : null;
    if (pan) follow(row, keyOf(index), width, pan);
  };
  const follow = (row: HTMLElement, key: string, width: number, start: Pan) => {
    let pan = start;
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
    /** Handlers of the list's element. */
    touches: {
      onPointerDown,
      /** A tap on the open row closes it and does not follow its link. */
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
