import { clsx } from 'clsx';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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

  /** @param lastRow last row of a drawn span; without it, the slot alone */
  const createAt = ({ column, row }: Slot, lastRow?: number) => {
    const day = days[column];
    const cell = grid.current?.querySelector(cellSelector({ column, row }));
    if (!day || !cell || readOnly) return;
    const at = (minute: number) => instantAt(day.date, minute, zone);
    create(at(row * SLOT_MINUTES), lastRow === undefined ? null : at((lastRow + 1) * SLOT_MINUTES), cell);
  };
  const { drawn, onPointerDown, wasDrawn } = useDrawnSpan(grid, ({ column, from, to }) => {
    setCursor({ column, row: from });
    createAt({ column, row: from }, to);
  });
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
      onPointerDown={readOnly ? undefined : onPointerDown}
      onClick={({ target }) => {
        const slot = slotOf(target);
        if (!slot || wasDrawn()) return;
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
      {drawn && (
        <div
          aria-hidden
          className="pointer-events-none absolute rounded-[4px] border border-accent bg-accent/15"
          style={{
            top: `${(drawn.from / SLOT_ROWS) * 100}%`,
            height: `${((drawn.to - drawn.from + 1) / SLOT_ROWS) * 100}%`,
            left: `${(drawn.column / days.length) * 100}%`,
            width: `${100 / days.length}%`,
          }}
        />
      )}
    </div>
  );
});

/** Rows of one day, both inclusive. */
interface DrawnSpan {
  column: number;
  from: number;
  to: number;
}

/** Draws a span with the mouse: from the pressed slot to the one where it is released, on the same day. */
function useDrawnSpan(grid: RefObject<HTMLElement | null>, onDrawn: (span: DrawnSpan) => void) {
  const [drawn, setDrawn] = useState<DrawnSpan | null>(null);
  const latest = useRef<DrawnSpan | null>(null);
  const ended = useRef<AbortController>(undefined);
  const finished = useRef(false);
  const draw = (span: DrawnSpan | null) => {
    latest.current = span;
    setDrawn(span);
  };
  useEffect(() => () => ended.current?.abort(), []);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const slot = slotOf(event.target);
    finished.current = false;
    // A finger scrolls; a tap chooses one slot.
    if (!slot || event.pointerType !== 'mouse' || event.button !== 0) return;
    ended.current?.abort();
    ended.current = new AbortController();
    const { signal } = ended.current;
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const box = grid.current!.getBoundingClientRect();
      const part = Math.floor(((clientY - box.top) / box.height) * SLOT_ROWS);
      const row = Math.min(SLOT_ROWS - 1, Math.max(0, part));
      // Within the pressed slot it is a click.
      if (!latest.current && row === slot.row) return;
      draw({ column: slot.column, from: Math.min(slot.row, row), to: Math.max(slot.row, row) });
    };
    const stop = (isKept: boolean) => {
      ended.current?.abort();
      const span = latest.current;
      draw(null);
      finished.current = span !== null;
      if (span && isKept) onDrawn(span);
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', () => stop(true), { signal });
    window.addEventListener('pointercancel', () => stop(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(false), { signal });
  };
  /** True for the click that the browser fires after a span was drawn. */
  const wasDrawn = () => finished.current;
  return { drawn, onPointerDown, wasDrawn };
}

const cellSelector = ({ column, row }: Slot) => `[data-column="${column}"][data-row="${row}"]`;

function slotOf(target: EventTarget): Slot | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]:not([aria-disabled])') : null;
  return cell && { column: Number(cell.dataset['column']), row: Number(cell.dataset['row']) };
}
