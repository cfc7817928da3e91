import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { Segment } from './day-layout.ts';
import { dragSpan, resizeSpan } from './drag-math.ts';
import type { DragStore } from './drag-store.ts';
import { useSchedule } from './schedule-context.ts';
import type { ScheduleItem } from './types.ts';

/** Distance in pixels from an edge where scrolling begins, and the speed in pixels per frame at the edge. */
const ZONE = 44;
const SPEED = 12;

/** Pixels to scroll in a frame along one axis: 0 in the middle, more the closer to an edge. */
export function edgeSpeed(at: number, from: number, to: number): number {
  if (at < from + ZONE) return -SPEED * Math.min(1, (from + ZONE - at) / ZONE);
  if (at > to - ZONE) return SPEED * Math.min(1, (at - to + ZONE) / ZONE);
  return 0;
}

/**
 * Scrolls while a pointer drags near an edge, and calls back after each step, since the content below the pointer has
 * changed.
 */
function edgeScroll(scroller: HTMLElement, onScrolled: () => void) {
  let frame = 0;
  let point: { x: number; y: number } | null = null;
  const step = () => {
    frame = requestAnimationFrame(step);
    if (!point) return;
    const box = scroller.getBoundingClientRect();
    const before = scroller.scrollTop + scroller.scrollLeft;
    scroller.scrollTop += edgeSpeed(point.y, box.top, box.bottom);
    scroller.scrollLeft += edgeSpeed(point.x, box.left, box.right);
    if (scroller.scrollTop + scroller.scrollLeft !== before) onScrolled();
  };
  return {
    start: () => void (frame = requestAnimationFrame(step)),
    /** Position of the pointer. Nothing scrolls before it has moved. */
    at: (to: { x: number; y: number }) => void (point = to),
    stop: () => cancelAnimationFrame(frame),
  };
}

/** Pixels that a mouse moves before a press becomes a drag, and that a finger may move during a long press. */
const SLACK = { mouse: 4, touch: 8 };
/** Milliseconds of a long press, as on common systems. */
const LONG_PRESS = 400;

interface PointerPress {
  item: ScheduleItem;
  part: 'whole' | 'end';
  event: globalThis.PointerEvent;
  drafts: DragStore;
  zone: string;
  scroller: HTMLElement;
  /** The area of the days: as wide as all columns, as high as a day. */
  plane: HTMLElement;
  columns: number;
}

/** Tracks a pointer from its press on an item to its release. Returns a function that cancels it. */
function trackPointerPress({ item, part, event, drafts, zone, scroller, plane, columns }: PointerPress): () => void {
  const kind = event.pointerType === 'mouse' ? 'mouse' : 'touch';
  const origin = { x: event.clientX, y: event.clientY };
  const grabbed = columnAt(plane, columns, origin);
  let at = origin;
  let lifted = false;
  const ended = new AbortController();
  const scrolling = edgeScroll(scroller, follow);
  const timer = kind === 'touch' ? setTimeout(lift, LONG_PRESS) : undefined;

  function lift() {
    lifted = true;
    drafts.pickUp(item, 'pointer');
    scrolling.start();
  }
  function follow() {
    const { column, minute } = columnAt(plane, columns, at);
    const minutes = minute - grabbed.minute;
    drafts.moveTo(
      part === 'end' ? resizeSpan(item, minutes, zone) : dragSpan(item, column - grabbed.column, minutes, zone),
    );
  }
  function end() {
    clearTimeout(timer);
    scrolling.stop();
    ended.abort();
  }
  function putBack() {
    end();
    if (lifted) drafts.putBack();
  }
  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, listener, { signal: ended.signal });

  on('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pointerId !== event.pointerId) return;
    at = { x: clientX, y: clientY };
    scrolling.at(at);
    const isFar = Math.hypot(at.x - origin.x, at.y - origin.y) > SLACK[kind];
    if (lifted) follow();
    else if (isFar && kind === 'mouse') lift();
    else if (isFar) end();
  });
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== event.pointerId) return;
    end();
    if (!lifted) return;
    swallowClick();
    drafts.drop();
  });
  on('pointercancel', putBack);
  on('blur', putBack);
  on('keydown', ({ key }) => key === 'Escape' && putBack());
  // The context menu of a long press would end the touch.
  on('contextmenu', (menu) => kind === 'touch' && menu.preventDefault());
  return putBack;
}

function columnAt(plane: HTMLElement, columns: number, { x, y }: { x: number; y: number }) {
  const box = plane.getBoundingClientRect();
  const within = (part: number) => Math.min(1, Math.max(0, part));
  return {
    column: Math.min(columns - 1, Math.floor(within((x - box.left) / box.width) * columns)),
    minute: within((y - box.top) / box.height) * 1440,
  };
}

/** Cancels the click that the browser fires after a drag, so that the item does not open. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  // The click fires immediately or not at all.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}

interface PointerDragOptions {
  scroller: RefObject<HTMLElement | null>;
  plane: RefObject<HTMLElement | null>;
  columns: readonly Segment[][];
}

/** Returns the handler of presses on the days' area; a press on an item may start a drag. */
export function usePointerDrag({ scroller, plane, columns }: PointerDragOptions): (event: PointerEvent) => void {
  const { drag, zone } = useSchedule();
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  useEffect(() => {
    const element = plane.current;
    // Registered before the touch: at its start the browser decides whether it may scroll without waiting for
    // listeners.
    const hold = (event: TouchEvent) => {
      if (drag.get().draft?.by === 'pointer' && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, [plane, drag]);
  return ({ nativeEvent: event }) => {
    const target = event.target instanceof Element ? event.target : null;
    const id = target?.closest<HTMLElement>('[data-item]')?.dataset['item'];
    const item = columns.flat().find((segment) => segment.item.id === id)?.item;
    if (!item || item.fixed || event.button !== 0 || !event.isPrimary || !scroller.current || !plane.current) return;
    cancel.current?.();
    cancel.current = trackPointerPress({
      item,
      part: target?.closest('[data-resize]') ? 'end' : 'whole',
      event,
      drafts: drag,
      zone,
      scroller: scroller.current,
      plane: plane.current,
      columns: columns.length,
    });
  };
}
