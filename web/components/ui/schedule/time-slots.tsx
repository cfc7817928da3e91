import { clsx } from 'clsx';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantAt, isValidTime, type ZonedDay } from '#web/lib/format/wall-clock.ts';
import { shiftDay } from '../inputs/calendar-days.ts';
import type { Segment } from './day-layout.ts';
import { type Slot, SLOT_MINUTES, SLOT_ROWS, slotAfterKey } from './keyboard.ts';
import { useSchedule } from './schedule-context.ts';
import { hatchedClass } from './schedule-item.tsx';
import type { ScheduleHours } from './types.ts';

interface SlotRowProps {
  row: number;
  days: readonly ZonedDay[];
  titles: readonly (readonly (readonly string[])[])[];
  /** The column in the tab order; -1 if it is in another row. */
  cursor: number;
  blockedDays: readonly string[];
  workingHours: ScheduleHours;
}

/** One half hour of each day shown. */
const SlotRow = memo(({ row, days, titles, cursor, blockedDays, workingHours }: SlotRowProps) => {
  const { t } = useTranslation('schedule');
  const { labels, readOnly } = useSchedule();
  const minute = row * SLOT_MINUTES;
  const time = labels.clock(minute);
  const isOff = minute < workingHours.from || minute >= workingHours.to;
  return (
    <div role="row" className="flex min-h-0 flex-1">
      {days.map((day, column) => {
        const isBlocked = blockedDays.includes(day.date);
        // The clocks skip this hour: the time does not exist.
        const isSkipped = !isValidTime(day, minute);
        const busy = titles[column]?.[row] ?? [];
        return (
          <div
            // Keyed by column, not by day, so that turning the page keeps the focus.
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

/** Returns the titles of the items in each slot of a day, for the slots' accessible names. */
export function slotTitles(segments: readonly Segment[]): readonly (readonly string[])[] {
  const titles: string[][] = Array.from({ length: SLOT_ROWS }, () => []);
  for (const { item, top, bottom } of segments) {
    for (let row = Math.floor(top / SLOT_MINUTES); row < Math.min(SLOT_ROWS, bottom / SLOT_MINUTES); row += 1)
      titles[row]!.push(item.title);
  }
  return titles;
}

interface TimeSlotsProps {
  days: readonly ZonedDay[];
  columns: readonly Segment[][];
  date: string;
  today: string;
  blockedDays: readonly string[];
  workingHours: ScheduleHours;
}

const rows = Array.from({ length: SLOT_ROWS }, (_, row) => row);

/** The grid of half hours behind the items: one slot is in the tab order, arrows reach the others (ARIA grid). */
export const TimeSlots = memo(({ days, columns, date, today, blockedDays, workingHours }: TimeSlotsProps) => {
  const { t } = useTranslation('schedule');
  const { zone, create, goTo, readOnly } = useSchedule();
  const grid = useRef<HTMLDivElement>(null);
  const columnOf = (day: string) => days.findIndex((candidate) => candidate.date === day);
  const [shown, setShown] = useState(date);
  const [cursor, setCursor] = useState<Slot>({
    column: columnOf(date),
    row: Math.ceil(workingHours.from / SLOT_MINUTES),
  });
  if (date !== shown) {
    setShown(date);
    setCursor({ ...cursor, column: columnOf(date) });
  }
  const titles = useMemo(() => columns.map(slotTitles), [columns]);
  useEffect(() => {
    // After the page was turned by keyboard, move the focus to the new slot.
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [cursor, days]);

  const createAt = ({ column, row }: Slot) => {
    const day = days[column];
    if (day && !readOnly) create(instantAt(day.date, row * SLOT_MINUTES, zone));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const day = days[cursor.column]?.date ?? date;
    const to = slotAfterKey(cursor, event.key);
    if (event.key === 'Enter') createAt(cursor);
    else if (event.key === 'PageUp' || event.key === 'PageDown') goTo(shiftDay(day, event.key === 'PageUp' ? -7 : 7));
    else if (to && days[to.column]) setCursor(to);
    else if (to) {
      setCursor({ ...cursor, row: to.row });
      goTo(shiftDay(day, to.column - cursor.column));
    } else {
      // The calendar itself goes to today; move the cursor if today is already shown.
      if (event.key === 't' && columnOf(today) >= 0) setCursor({ ...cursor, column: columnOf(today) });
      return;
    }
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells do, one at a time
    <div
      ref={grid}
      role="grid"
      aria-label={t('slots')}
      aria-readonly={readOnly}
      className="absolute inset-0 flex flex-col"
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const slot = slotOf(target);
        if (!slot) return;
        setCursor(slot);
        createAt(slot);
      }}
    >
      {rows.map((row) => (
        <SlotRow
          key={row}
          row={row}
          days={days}
          titles={titles}
          cursor={cursor.row === row ? cursor.column : -1}
          blockedDays={blockedDays}
          workingHours={workingHours}
        />
      ))}
    </div>
  );
});

function slotOf(target: EventTarget): Slot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]:not([aria-disabled])') : null;
  return cell && { column: Number(cell.dataset['column']), row: Number(cell.dataset['row']) };
}
