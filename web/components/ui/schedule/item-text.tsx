import { clsx } from 'clsx';
import { useSchedule } from './schedule-context.ts';
import type { ScheduleItem, ScheduleSpan } from './types.ts';

interface ItemTextProps {
  item: ScheduleItem;
  /** How high it is drawn. */
  minutes: number;
  /** Another than its own, while it is moved. */
  span?: ScheduleSpan;
}

/** As much of an item as there is room for: a line below half an hour, then the time, then the rest. */
export function ItemText({ item, minutes, span = item }: ItemTextProps) {
  const { labels } = useSchedule();
  const struck = item.tone === 'struck' && 'line-through';
  if (minutes < 40) {
    return (
      <span className="block truncate leading-[0.9rem]">
        <span className={clsx('font-medium', struck)}>{item.title}</span>{' '}
        <time className="text-soft">{labels.time(span.start)}</time>
      </span>
    );
  }
  return (
    <>
      <span className={clsx('block truncate pt-0.5 font-medium', struck)}>{item.title}</span>
      <time className="block truncate text-soft">{labels.times(span)}</time>
      {minutes >= 60 && (item.subtitle || item.state) && (
        <span className="block truncate text-soft">{[item.state, item.subtitle].filter(Boolean).join(' · ')}</span>
      )}
    </>
  );
}
