import type { ScheduleSpan } from '#web/components/ui/schedule/types.ts';

/** The same time as few stretches that do not touch each other, in order. */
export function mergeSpans(spans: readonly ScheduleSpan[]): ScheduleSpan[] {
  const merged: ScheduleSpan[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
