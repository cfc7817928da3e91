export interface PicturePoint {
  /** 0–1 from the left and from the top. */
  x: number;
  y: number;
}

/** Step of the arrow keys as a fraction of the picture, and with Shift. */
const STEP = 0.01;
const LEAP = 0.1;

const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the point moved by an arrow key; null for any other key. */
export function movePoint({ x, y }: PicturePoint, key: string, leap: boolean): PicturePoint | null {
  const move = MOVES[key];
  const step = leap ? LEAP : STEP;
  return move ? pointWithin(x + move[0] * step, y + move[1] * step) : null;
}

/** Returns the nearest point in the picture, rounded to a thousandth. */
export const pointWithin = (x: number, y: number): PicturePoint => ({ x: within(x), y: within(y) });

function within(part: number): number {
  return Math.min(1, Math.max(0, Math.round(part * 1000) / 1000));
}
