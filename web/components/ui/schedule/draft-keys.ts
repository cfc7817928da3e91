import { moveToDay, moveByStep, resizeByStep } from './drag-step.ts';
import type { ScheduleSpan } from './types.ts';

/** Where an arrow takes what is held: days sideways, quarters of an hour up and down; with Shift its end. */
export function dragAfterKey(
  span: ScheduleSpan,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  zone: string,
): ScheduleSpan | null {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const by = key === 'ArrowUp' ? -1 : 1;
    return shiftKey ? resizeByStep(span, by, zone) : moveByStep(span, by, zone);
  }
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null;
  return moveToDay(span, key === 'ArrowLeft' ? -1 : 1, zone);
}
