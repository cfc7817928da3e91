import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import type { SectionsLayout } from '../sections-layout.ts';
import { dropPositionAt } from './drop-positions.ts';
import type { ReorderStore } from './reorder.ts';

/** Movement in pixels from which on a press is a drag. */
const SLACK_PX = 6;
/** Duration of a long press, milliseconds. A shorter touch scrolls the page. */
const LONG_PRESS_MS = 450;
/** Distance from the window's edges at which the page scrolls, and the maximum per frame, both in pixels. */
const EDGE_PX = 90;
const FASTEST_PX = 22;
/** Maximum time from a press to its click, milliseconds. */
const CLICK_MS = 50;

interface Gesture {
  index: number;
  x: number;
  y: number;
  /** True once dragging may start: for a mouse immediately, for touch after a long press. */
  armed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface DragOptions {
  root: RefObject<HTMLElement | null>;
  layout: SectionsLayout;
  store: ReorderStore;
  enabled: boolean;
  /** Returns the photos to drag along with this one. */
  idsFor: (index: number) => readonly string[];
  /** Called after a long press. */
  onLongPress: (index: number) => void;
  onDrop: () => void;
}

/** Reports the pointer position in the window and the dragged photos. */
type Follow = (x: number, y: number, ids: readonly string[]) => void;

/** Drags photos with a mouse immediately, or by touch after a long press. Returns the grid's event handlers. */
export function usePhotoDrag({ root, layout, store, enabled, idsFor, onLongPress, onDrop }: DragOptions) {
  const gesture = useRef<Gesture | null>(null);
  const frame = useRef(0);

  const end = useEventCallback(() => {
    clearTimeout(gesture.current?.timer);
    cancelAnimationFrame(frame.current);
    gesture.current = null;
  });
  const follow: Follow = useEventCallback((x, y, ids) => {
    const box = root.current?.getBoundingClientRect();
    const slot = box && dropPositionAt(layout, x - box.left, y - box.top);
    if (slot) store.set({ ids, slot, point: { x, y } });
  });
  const onMove = useEventCallback((event: PointerEvent) => {
    const held = gesture.current;
    if (!held) return;
    const now = store.get();
    if (now) return follow(event.clientX, event.clientY, now.ids);
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK_PX) return;
    if (!held.armed) return end();
    follow(event.clientX, event.clientY, idsFor(held.index));
    scrollAlong(store, follow, frame);
  });
  const onUp = useEventCallback((event: PointerEvent) => {
    const held = gesture.current;
    if (!held) return;
    const dragged = store.get() !== null;
    const rested = held.armed && event.pointerType !== 'mouse';
    end();
    // Swallow the following click, which would open the photo.
    if (dragged || rested) swallowClick();
    if (dragged && event.type === 'pointerup') onDrop();
    else if (dragged) store.cancel();
  });
  const onKey = useEventCallback((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !gesture.current || !store.get()) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    store.cancel();
    swallowClick();
  });

  useEffect(() => {
    const element = root.current;
    // After a long press, prevent scrolling. React's own touch listeners are passive and cannot.
    const hold = (event: TouchEvent) => {
      if (gesture.current?.armed && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    window.addEventListener('keydown', onKey, true);
    return () => {
      end();
      element?.removeEventListener('touchmove', hold);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [root, end, onMove, onUp, onKey]);

  const onPointerDown = (event: ReactPointerEvent) => {
    const { target, clientX: x, clientY: y, pointerType } = event;
    if (!enabled || event.button !== 0 || !event.isPrimary || !(target instanceof Element)) return;
    const tile = target.closest<HTMLElement>('[data-index]');
    const index = Number(tile?.dataset['index']);
    if (!tile || !Number.isInteger(index)) return;
    const isMouse = pointerType === 'mouse';
    const rest = () => {
      if (!gesture.current) return;
      gesture.current.armed = true;
      onLongPress(index);
    };
    end();
    gesture.current = { index, x, y, armed: isMouse, timer: isMouse ? undefined : setTimeout(rest, LONG_PRESS_MS) };
  };
  // Suppress the browser's image menu on a long press.
  const onContextMenu = (event: ReactMouseEvent) => {
    if (gesture.current) event.preventDefault();
  };
  return { onPointerDown, onContextMenu };
}

/** Scrolls frame by frame while the pointer is near an edge, and updates the drop position. */
function scrollAlong(store: ReorderStore, follow: Follow, frame: RefObject<number>): void {
  const now = store.get();
  if (!now?.point) return;
  const by = edgePull(now.point.y);
  if (by !== 0) {
    window.scrollBy({ top: by, behavior: 'instant' });
    follow(now.point.x, now.point.y, now.ids);
  }
  frame.current = requestAnimationFrame(() => scrollAlong(store, follow, frame));
}

/** Returns the pixels to scroll for a pointer at `y`: more the nearer it is to an edge. */
function edgePull(y: number): number {
  const above = EDGE_PX - y;
  const below = y - (innerHeight - EDGE_PX);
  if (above > 0) return -Math.ceil((Math.min(above, EDGE_PX) / EDGE_PX) * FASTEST_PX);
  if (below > 0) return Math.ceil((Math.min(below, EDGE_PX) / EDGE_PX) * FASTEST_PX);
  return 0;
}

function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  // If no click follows, do not swallow the next real one.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), CLICK_MS);
}
