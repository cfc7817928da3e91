import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { Segment } from './day-columns.ts';
import { trackPointerPress } from './pointer-press.ts';
import { useSchedule } from './schedule-context.ts';

interface PointerDragOptions {
  scroller: RefObject<HTMLElement | null>;
  plane: RefObject<HTMLElement | null>;
  columns: readonly Segment[][];
}

/** Answers the handler of presses on the plane of the days: on an item it may become a drag. */
export function usePointerDrag({ scroller, plane, columns }: PointerDragOptions): (event: PointerEvent) => void {
  const { drag, zone } = useSchedule();
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  useEffect(() => {
    const element = plane.current;
    // There before the finger is: a browser decides as it comes down whether it may scroll without asking.
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
