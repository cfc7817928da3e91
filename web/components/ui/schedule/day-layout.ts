import { wallClockMinute, type ZonedDay } from '#web/lib/format/wall-clock.ts';
import type { ScheduleItem, ScheduleSpan } from './types.ts';

/** An interval along the day, in any unit. */
interface Extent {
  top: number;
  bottom: number;
}

interface Lane {
  /** Index from the left, from 0. */
  lane: number;
  /** Number of lanes side by side here. */
  lanes: number;
}

/**
 * Lays out overlapping extents side by side: each in the first lane that is free at its top. A chain of overlaps shares
 * its number of lanes. Returns the lanes in the order of the extents.
 */
export function assignLanes(extents: readonly Extent[]): Lane[] {
  const order = extents
    .map((extent, index) => ({ ...extent, index }))
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom || a.index - b.index);
  const answer = extents.map((): Lane => ({ lane: 0, lanes: 1 }));
  let cluster: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const index of cluster) answer[index]!.lanes = ends.length;
    cluster = [];
    ends = [];
  };
  for (const { top, bottom, index } of order) {
    if (ends.every((end) => end <= top)) close();
    const free = ends.findIndex((end) => end <= top);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = bottom;
    cluster.push(index);
    answer[index]!.lane = lane;
  }
  close();
  return answer;
}

/** The part of an item on one day, in minutes of the clock. */
export interface Segment extends Lane {
  item: ScheduleItem;
  top: number;
  bottom: number;
  /** It began on an earlier day, or continues on the next. */
  isContinued: boolean;
  continues: boolean;
}

/** Minimum drawn duration in minutes: one line of text must fit. */
const MIN_DRAWN_MINUTES = 20;

const DAY = 24 * 60;

/** True if the span overlaps the day. A span without duration belongs to the day of its start. */
export function overlapsDay(span: ScheduleSpan, day: Pick<ZonedDay, 'start' | 'end'>): boolean {
  return span.start < day.end && (span.end > day.start || span.start >= day.start);
}

/**
 * Extent of a span on a day's clock, in minutes. In the repeated hour the clock may show an end before the start: then
 * the duration counts.
 */
export function extentOnDay(span: ScheduleSpan, day: ZonedDay): { top: number; bottom: number } {
  const from = Math.max(span.start, day.start);
  const top = Math.min(wallClockMinute(day, from), DAY - MIN_DRAWN_MINUTES);
  const end = wallClockMinute(day, span.end);
  const bottom = end > top ? end : top + (span.end - from) / 60_000;
  return { top, bottom: Math.min(DAY, Math.max(bottom, top + MIN_DRAWN_MINUTES)) };
}

/** Returns each day's items by time, side by side where they overlap. */
export function dayColumns(items: readonly ScheduleItem[], days: readonly ZonedDay[]): Segment[][] {
  const sorted = items.toSorted((a, b) => a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1));
  return days.map((day) => {
    const present = sorted.filter((item) => overlapsDay(item, day));
    const extents = present.map((item) => extentOnDay(item, day));
    const lanes = assignLanes(extents);
    return present.map((item, index) => ({
      item,
      ...extents[index]!,
      ...lanes[index]!,
      isContinued: item.start < day.start,
      continues: item.end > day.end,
    }));
  });
}
