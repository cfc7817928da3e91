import { clockAt, clockShifted, instantAt } from '#web/lib/wall-clock.ts';
import { shiftDay } from '../calendar-days.ts';
import type { ScheduleSpan } from './types.ts';

/** Minutes of a step, and the shortest that an item can be made. */
export const STEP = 15;

const MINUTE_MS = 60_000;

/** To the nearest quarter of an hour. */
export function snapped(minutes: number): number {
  return Math.round(minutes / STEP) * STEP;
}

/** On another day at the same time of the clock, as long as before: a session of an hour stays one. */
export function onOtherDay(span: ScheduleSpan, days: number, zone: string): ScheduleSpan {
  const { date, minute } = clockAt(span.start, zone);
  return lasting(span, instantAt(shiftDay(date, days), minute, zone));
}

/** Dragged: by whole days, then along the clock. Only who moves along it is put onto the quarters. */
export function dragged(span: ScheduleSpan, days: number, minutes: number, zone: string): ScheduleSpan {
  const moved = days === 0 ? span : onOtherDay(span, days, zone);
  if (snapped(minutes) === 0) return moved;
  const { date, minute } = clockAt(moved.start, zone);
  return lasting(moved, instantAt(date, snapped(minute + minutes), zone));
}

/**
 * A step by key, earlier (-1) or later (1), to the next quarter. In time as it passes: so both of the hours that come
 * twice can be reached, and the one that is skipped takes no steps.
 */
export function stepped(span: ScheduleSpan, by: 1 | -1, zone: string): ScheduleSpan {
  return lasting(span, nextQuarter(span.start, by, zone));
}

/** The end pulled along the clock by minutes, onto the quarters. */
export function stretched(span: ScheduleSpan, minutes: number, zone: string): ScheduleSpan {
  if (snapped(minutes) === 0) return span;
  const { minute } = clockAt(span.end, zone);
  return ending(span, clockShifted(span.end, snapped(minute + minutes) - minute, zone));
}

/** The end a step earlier (-1) or later (1). */
export function stretchedByStep(span: ScheduleSpan, by: 1 | -1, zone: string): ScheduleSpan {
  return ending(span, nextQuarter(span.end, by, zone));
}

function nextQuarter(epochMs: number, by: 1 | -1, zone: string): number {
  const past = clockAt(epochMs, zone).minute % STEP;
  const minutes = past === 0 || by === 1 ? STEP - past : past;
  return epochMs + by * minutes * MINUTE_MS;
}

function lasting(span: ScheduleSpan, start: number): ScheduleSpan {
  return { start, end: start + (span.end - span.start) };
}

function ending(span: ScheduleSpan, end: number): ScheduleSpan {
  return { start: span.start, end: Math.max(end, span.start + STEP * MINUTE_MS) };
}
