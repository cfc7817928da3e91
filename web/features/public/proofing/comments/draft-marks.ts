import type { PicturePoint } from '#web/components/ui/inputs/picture-point.ts';
import { addStroke, type Stroke, type StrokePoint } from './strokes.ts';

/** One act of marking a photo, in the order of undo. */
export type MarkStep = { kind: 'pin'; at: PicturePoint } | { kind: 'stroke'; points: Stroke };

/** Returns the point and lines that steps leave: the last point, and every line. */
export function marksOf(steps: readonly MarkStep[]): { pin: PicturePoint | null; strokes: Stroke[] } {
  const pin = steps.findLast((step) => step.kind === 'pin');
  return { pin: pin?.at ?? null, strokes: steps.flatMap((step) => (step.kind === 'stroke' ? [step.points] : [])) };
}

/** Returns the steps with a line; unchanged if no more fits. */
export function withStroke(steps: readonly MarkStep[], drawn: readonly StrokePoint[], ratio: number): MarkStep[] {
  const { strokes } = marksOf(steps);
  const added = addStroke(strokes, drawn, ratio)[strokes.length];
  return added ? [...steps, { kind: 'stroke', points: added }] : [...steps];
}
