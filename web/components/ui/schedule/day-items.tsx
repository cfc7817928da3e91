import { memo } from 'react';
import type { Segment } from './day-columns.ts';
import { useSchedule } from './schedule-context.ts';
import { TimeItem } from './time-item.tsx';

interface DayItemsProps {
  day: string;
  segments: readonly Segment[];
  /** The item that Tab reaches, where it is one of this day. */
  tabbable: string | null;
  hintId: string;
}

/** The items of one day, in the order of time. */
export const DayItems = memo(({ day, segments, tabbable, hintId }: DayItemsProps) => {
  const { labels } = useSchedule();
  return (
    <ul aria-label={labels.longDay(day)} className="relative mr-1.5 min-w-0 flex-1">
      {segments.map((segment) => (
        <TimeItem
          key={segment.item.id}
          segment={segment}
          tabbable={segment.item.id === tabbable && !segment.isContinued}
          hintId={hintId}
        />
      ))}
    </ul>
  );
});
