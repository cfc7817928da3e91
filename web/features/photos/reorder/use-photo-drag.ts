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

/** A pointer that moved less has only pressed; pixels. */
const SLACK_PX = 6;
/** A finger that has rested this long means the photo, not the page; milliseconds. */
const LONG_PRESS_MS = 450;
/** Within this of the window's edges the page scrolls along, by so much a frame at the most; pixels. */
const EDGE_PX = 90;
const FASTEST_PX = 22;
/** A click comes this soon after its press, if at all; milliseconds. */
const CLICK_MS = 50;

interface Gesture {
  index: number;
  x: number;
  y: number;
  /** A mouse drags at once, a finger only after it has rested. */
  armed: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface DragOptions {
  root: RefObject<HTMLElement | null>;
  layout: SectionsLayout;
  store: ReorderStore;
  enabled: boolean;
  /** The photos that go along when this one is taken. */
  idsFor: (index: number) => readonly string[];
  /** A finger has rested on this one. */
  onLongPress: (index: number) => void;
  onDrop: () => void;
}

/** Tells that these are at that point of the window. */
type Follow = (x: number, y: number, ids: readonly string[]) => void;

/** Dragging with a pointer: a mouse at once, a finger after a rest. Answers what the grid listens to. */
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
    // The click that follows would open the photo.
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
    // Once the finger has taken a photo, the page must not scroll away beneath it; React's own listeners are passive.
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
  // A resting finger would call up the browser's menu of the picture.
  const onContextMenu = (event: ReactMouseEvent) => {
    if (gesture.current) event.preventDefault();
  };
  return { onPointerDown, onContextMenu };
}

/** Frame by frame, while the pointer rests near an edge; what is below it then changes too. */
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

/** Pixels to scroll by for a pointer at this height of the window: the nearer to an edge, the more. */
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
  // Where no click follows, the next real one must not be lost.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), CLICK_MS);
}
