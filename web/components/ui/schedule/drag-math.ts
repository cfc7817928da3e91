import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { addWallClockMinutes, instantAt, wallClockAt } from '#web/lib/format/wall-clock.ts';
import { shiftDay } from '../inputs/calendar-days.ts';
import type { ScheduleSpan } from './types.ts';

/** Minutes of a step, and the minimum duration of an item. */
const STEP = 15;

/** Rounds to the nearest quarter of an hour. */
function snapToStep(minutes: number): number {
  return Math.round(minutes / STEP) * STEP;
}

/** Moves a span to another day at the same time of the clock; keeps its duration. */
export function moveToDay(span: ScheduleSpan, days: number, zone: string): ScheduleSpan {
  const { date, minute } = wallClockAt(span.start, zone);
  return lasting(span, instantAt(shiftDay(date, days), minute, zone));
}

/** Moves a dragged span by whole days, then along the clock. Snaps to quarters only if it moves along the clock. */
export function dragSpan(span: ScheduleSpan, days: number, minutes: number, zone: string): ScheduleSpan {
  const moved = days === 0 ? span : moveToDay(span, days, zone);
  if (snapToStep(minutes) === 0) return moved;
  const { date, minute } = wallClockAt(moved.start, zone);
  return lasting(moved, instantAt(date, snapToStep(minute + minutes), zone));
}

/**
 * Moves a span to the next quarter, earlier (-1) or later (1). Works in elapsed time: both repeated hours are reached,
 * and the skipped hour takes no steps.
 */
export function moveByStep(span: ScheduleSpan, by: 1 | -1, zone: string): ScheduleSpan {
  return lasting(span, nextQuarter(span.start, by, zone));
}

/** Moves the end along the clock by minutes, snapped to quarters. */
export function resizeSpan(span: ScheduleSpan, minutes: number, zone: string): ScheduleSpan {
  if (snapToStep(minutes) === 0) return span;
  const { minute } = wallClockAt(span.end, zone);
  return ending(span, addWallClockMinutes(span.end, snapToStep(minute + minutes) - minute, zone));
}

/** Moves the end a step earlier (-1) or later (1). */
export function resizeByStep(span: ScheduleSpan, by: 1 | -1, zone: string): ScheduleSpan {
  return ending(span, nextQuarter(span.end, by, zone));
}

function nextQuarter(epochMs: number, by: 1 | -1, zone: string): number {
  const past = wallClockAt(epochMs, zone).minute % STEP;
  const minutes = past === 0 || by === 1 ? STEP - past : past;
  return epochMs + by * minutes * MINUTE_MS;
}

function lasting(span: ScheduleSpan, start: number): ScheduleSpan {
  return { start, end: start + (span.end - span.start) };
}

function ending(span: ScheduleSpan, end: number): ScheduleSpan {
  return { start: span.start, end: Math.max(end, span.start + STEP * MINUTE_MS) };
}
