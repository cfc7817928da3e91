/** Pixels from an edge where it begins, and pixels a frame at the edge itself. */
const ZONE = 44;
const SPEED = 12;

/** How far to scroll in a frame along one axis: none in the middle, the more the closer to an edge. */
export function edgeSpeed(at: number, from: number, to: number): number {
  if (at < from + ZONE) return -SPEED * Math.min(1, (from + ZONE - at) / ZONE);
  if (at > to - ZONE) return SPEED * Math.min(1, (at - to + ZONE) / ZONE);
  return 0;
}

/** Scrolls while something is dragged to an edge, and says so after each step: what is below the pointer has changed. */
export function edgeScroll(scroller: HTMLElement, onScrolled: () => void) {
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
    /** Where the pointer is. Nothing scrolls before it has moved. */
    at: (to: { x: number; y: number }) => void (point = to),
    stop: () => cancelAnimationFrame(frame),
  };
}
