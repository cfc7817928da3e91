import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { instantAt, type ZonedDay } from '#web/lib/wall-clock.ts';
import { shiftDay } from '../calendar-days.ts';
import type { Segment } from './day-columns.ts';
import { useSchedule } from './schedule-context.ts';
import { SLOT_ROWS, SLOT_MINUTES, slotAfterKey, type Slot } from './slot-keys.ts';
import { SlotRow } from './slot-row.tsx';
import { slotTitles } from './slot-titles.ts';
import type { ScheduleHours } from './types.ts';

interface TimeSlotsProps {
  days: readonly ZonedDay[];
  columns: readonly Segment[][];
  date: string;
  today: string;
  blockedDays: readonly string[];
  workingHours: ScheduleHours;
}

const rows = Array.from({ length: SLOT_ROWS }, (_, row) => row);

/** The half hours behind the items: one of them is reached by Tab, the others by arrows (ARIA grid). */
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
    // Whoever walks the grid goes on where the page was turned to.
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
      // The calendar itself goes to today; the cursor follows where today is shown already.
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
