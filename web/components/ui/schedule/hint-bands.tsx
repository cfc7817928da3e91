import { memo } from 'react';
import type { ZonedDay } from '#web/lib/wall-clock.ts';
import { extentOnDay, overlapsDay } from './day-columns.ts';
import type { ScheduleSpan } from './types.ts';

/** Times that can be booked, behind the items. */
export const HintBands = memo(({ hints, days }: { hints: readonly ScheduleSpan[]; days: readonly ZonedDay[] }) => (
  <div aria-hidden className="pointer-events-none absolute inset-0">
    {days.flatMap((day, column) =>
      hints
        .filter((hint) => overlapsDay(hint, day))
        .map((hint) => {
          const { top, bottom } = extentOnDay(hint, day);
          return (
            <div
              key={`${day.date}-${hint.start}`}
              className="absolute border-l-2 border-success bg-success/8"
              style={{
                top: `${(top / 1440) * 100}%`,
                height: `${((bottom - top) / 1440) * 100}%`,
                left: `${(column / days.length) * 100}%`,
                width: `${100 / days.length}%`,
              }}
            />
          );
        }),
    )}
  </div>
));
