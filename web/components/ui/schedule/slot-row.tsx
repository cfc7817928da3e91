import { clsx } from 'clsx';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isValidTime, type ZonedDay } from '#web/lib/wall-clock.ts';
import { hatchedClass } from './ground-class.ts';
import { useSchedule } from './schedule-context.ts';
import { SLOT_MINUTES } from './slot-keys.ts';
import type { ScheduleHours } from './types.ts';

interface SlotRowProps {
  row: number;
  days: readonly ZonedDay[];
  titles: readonly (readonly (readonly string[])[])[];
  /** The column that Tab reaches, -1 when it is in another row. */
  cursor: number;
  blockedDays: readonly string[];
  workingHours: ScheduleHours;
}

/** The same half hour of each day shown. */
export const SlotRow = memo(({ row, days, titles, cursor, blockedDays, workingHours }: SlotRowProps) => {
  const { t } = useTranslation('schedule');
  const { labels, readOnly } = useSchedule();
  const minute = row * SLOT_MINUTES;
  const time = labels.clock(minute);
  const isOff = minute < workingHours.from || minute >= workingHours.to;
  return (
    <div role="row" className="flex min-h-0 flex-1">
      {days.map((day, column) => {
        const isBlocked = blockedDays.includes(day.date);
        // The hour that the clocks skip: there is no such time.
        const isSkipped = !isValidTime(day, minute);
        const busy = titles[column]?.[row] ?? [];
        return (
          <div
            // The place and not the day: whoever turns the page stays in it.
            // oxlint-disable-next-line react/no-array-index-key
            key={column}
            role="gridcell"
            data-column={column}
            data-row={row}
            tabIndex={column === cursor ? 0 : -1}
            aria-label={[labels.day(day.date), time, ...(isBlocked ? [t('blocked')] : []), ...busy].join(', ')}
            aria-disabled={isSkipped || undefined}
            className={clsx(
              'min-w-0 flex-1 scroll-my-20 scroll-ml-16 border-t -outline-offset-2',
              row === 0 ? 'border-transparent' : row % 2 === 0 ? 'border-line' : 'border-line/40',
              column > 0 && 'border-l border-l-line',
              (isBlocked || isSkipped) && hatchedClass,
              isOff && !isBlocked && 'bg-sunken/60',
              !readOnly && !isSkipped && 'cursor-pointer hover:bg-hover',
            )}
          />
        );
      })}
    </div>
  );
});
