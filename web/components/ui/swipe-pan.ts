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
