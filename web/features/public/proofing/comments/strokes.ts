import { MAX_STROKE_POINTS, MAX_STROKES } from '#core/domain/galleries/comment-limits.ts';

/** A point as fractions of a photo's width and height. */
export type StrokePoint = [x: number, y: number];
export type Stroke = StrokePoint[];

/** Distance in widths of the photo that a simplified line may be off: about a pixel on a phone. */
const TOLERANCE = 0.002;

/**
 * Returns the lines with one more, simplified to as many points as the limits leave.
 * @param ratio width through height of the photo
 * @returns the same lines if it is too short, or no more fit
 */
export function addStroke(strokes: readonly Stroke[], drawn: readonly StrokePoint[], ratio: number): Stroke[] {
  const room = MAX_STROKE_POINTS - strokes.reduce((sum, points) => sum + points.length, 0);
  if (drawn.length < 2 || strokes.length >= MAX_STROKES || room < 2) return [...strokes];
  let tolerance = TOLERANCE;
  let points = simplifyStroke(drawn, ratio, tolerance);
  while (points.length > room) {
    tolerance *= 2;
    points = simplifyStroke(drawn, ratio, tolerance);
  }
  return [...strokes, points.map(([x, y]): StrokePoint => [round(x), round(y)])];
}

/** Four digits: finer than a pixel of any screen. */
const round = (part: number) => Math.min(1, Math.max(0, Math.round(part * 10_000) / 10_000));

/**
 * Returns a line without the points that change its shape by no more than `tolerance` widths of the photo
 * (Ramer–Douglas–Peucker). Its ends stay.
 */
export function simplifyStroke(points: readonly StrokePoint[], ratio: number, tolerance: number): Stroke {
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let [farthest, distance] = [-1, tolerance];
    for (let at = first + 1; at < last; at += 1) {
      const off = distanceTo(points[at]!, points[first]!, points[last]!, ratio);
      if (off > distance) [farthest, distance] = [at, off];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return [...points.entries()].filter(([at]) => kept.has(at)).map(([, point]) => point);
}

/** Returns the distance of a point from the line between two others, in widths of the photo. */
function distanceTo(point: StrokePoint, from: StrokePoint, to: StrokePoint, ratio: number): number {
  const [lineX, lineY] = [to[0] - from[0], (to[1] - from[1]) / ratio];
  const [x, y] = [point[0] - from[0], (point[1] - from[1]) / ratio];
  const length = lineX ** 2 + lineY ** 2;
  // Of a closed line both ends are one point.
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (x * lineX + y * lineY) / length));
  return Math.hypot(x - along * lineX, y - along * lineY);
}
