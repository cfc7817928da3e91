import { edgeScroll } from './edge-scroll.ts';
import { dragSpan, resizeSpan } from './drag-step.ts';
import type { DragStore } from './draft-store.ts';
import type { ScheduleItem } from './types.ts';

/** Pixels that a mouse moves before a press becomes a drag, and that a finger may tremble while it rests. */
const SLACK = { mouse: 4, touch: 8 };
/** Milliseconds that a finger rests before it lifts an item: as long as systems wait. */
const LONG_PRESS = 400;

export interface PointerPress {
  item: ScheduleItem;
  part: 'whole' | 'end';
  event: PointerEvent;
  drafts: DragStore;
  zone: string;
  scroller: HTMLElement;
  /** The area of the days: its width is that of all columns, its height a day. */
  plane: HTMLElement;
  columns: number;
}

/** Follows a pointer from its press on an item to its release. Answers what ends it early. */
export function trackPointerPress({
  item,
  part,
  event,
  drafts,
  zone,
  scroller,
  plane,
  columns,
}: PointerPress): () => void {
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
  // The menu of a long press would take the finger away.
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

/** The release of a drag is a click to the browser: it must not open what was moved. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  // It comes at once or not at all.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
}
