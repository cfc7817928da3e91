import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useState } from 'react';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';

/** Pixels that a pressed handle moves before a drag begins. */
const SLACK_PX = 4;
/** Distance from the scroller's edges at which it scrolls, and pixels of one step. */
const EDGE_PX = 48;
const STEP_PX = 12;

/** Target of a drop: before or after the row of `id`. */
export interface DropTarget {
  id: string;
  side: 'before' | 'after';
}

/** Classes of a positioned row that draw the line of a drop. */
export const DROP_LINE: Readonly<Record<DropTarget['side'], string>> = {
  before: 'before:absolute before:inset-x-0 before:-top-px before:z-10 before:h-0.5 before:bg-accent',
  after: 'after:absolute after:inset-x-0 after:-bottom-px after:z-10 after:h-0.5 after:bg-accent',
};

/** A row on its way; `over` is null while the pointer is where it would change nothing. */
export interface RowDrag {
  id: string;
  over: DropTarget | null;
}

interface RowDragOptions {
  /** Element with all rows; a row has `data-drag-id`. */
  root: RefObject<HTMLElement | null>;
  /** True if the row may be dropped beside this one. */
  accepts?: (id: string, besideId: string) => boolean;
  onDrop: (id: string, target: DropTarget) => void;
}

/**
 * Drags rows of a list by their handles, with a mouse, a pen or a finger; Escape ends it. Each handle needs
 * `touch-action: none`, and the same move by keys elsewhere.
 */
export function useRowDrag({ root, accepts = () => true, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<(RowDrag & { startY: number; isMoving: boolean }) | null>(null);
  const move = useEventCallback((event: PointerEvent) => {
    if (!drag || !root.current) return;
    if (!drag.isMoving && Math.abs(event.clientY - drag.startY) < SLACK_PX) return;
    scrollAlong(root.current, event.clientY);
    const over = targetAt(root.current, event.clientY, (id) => id !== drag.id && accepts(drag.id, id));
    setDrag({ ...drag, isMoving: true, over });
  });
  const end = useEventCallback((event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
    if (drag?.over && event.type === 'pointerup') onDrop(drag.id, drag.over);
    setDrag(null);
  });
  const isHeld = drag !== null;
  useEffect(() => {
    if (!isHeld) return;
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const;
    window.addEventListener('pointermove', move);
    for (const type of ends) window.addEventListener(type, end);
    return () => {
      window.removeEventListener('pointermove', move);
      for (const type of ends) window.removeEventListener(type, end);
    };
  }, [isHeld, move, end]);
  return {
    drag: drag?.isMoving ? drag : null,
    /** Handler of a row's handle. */
    onPointerDown: (id: string) => (event: ReactPointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      setDrag({ id, over: null, startY: event.clientY, isMoving: false });
    },
  };
}

function targetAt(root: HTMLElement, y: number, isTarget: (id: string) => boolean): DropTarget | null {
  let nearest: (DropTarget & { distance: number }) | null = null;
  for (const row of root.querySelectorAll<HTMLElement>('[data-drag-id]')) {
    const id = row.dataset['dragId']!;
    if (!isTarget(id)) continue;
    const { top, bottom } = row.getBoundingClientRect();
    for (const [side, edge] of [
      ['before', top],
      ['after', bottom],
    ] as const) {
      const distance = Math.abs(y - edge);
      if (!nearest || distance < nearest.distance) nearest = { id, side, distance };
    }
  }
  return nearest && { id: nearest.id, side: nearest.side };
}

function scrollAlong(root: HTMLElement, y: number): void {
  const scroller = root.closest<HTMLElement>('[data-drag-scroller]') ?? document.documentElement;
  const isPage = scroller === document.documentElement;
  const [top, bottom] = isPage ? [0, innerHeight] : edgesOf(scroller);
  if (y < top + EDGE_PX) scroller.scrollTop -= STEP_PX;
  if (y > bottom - EDGE_PX) scroller.scrollTop += STEP_PX;
}

function edgesOf(element: HTMLElement): [number, number] {
  const { top, bottom } = element.getBoundingClientRect();
  return [top, bottom];
}
