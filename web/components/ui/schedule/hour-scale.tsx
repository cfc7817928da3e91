import { useSchedule } from './schedule-context.ts';

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);

/** The hours beside the days. Each slot says its time itself, so this is for the eye. */
export function HourScale() {
  const { labels } = useSchedule();
  return (
    <div aria-hidden data-figures className="sticky left-0 z-20 border-r border-line bg-raised text-caption text-soft">
      {HOURS.map((hour) => (
        <span
          key={hour}
          className="absolute right-2 -translate-y-1/2 leading-none"
          style={{ top: `${(hour / 24) * 100}%` }}
        >
          {labels.clock(hour * 60)}
        </span>
      ))}
    </div>
  );
}
