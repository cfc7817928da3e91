import { type KeyboardEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { shiftDay } from '../inputs/calendar-days.ts';
import { dayColumns, type Segment } from './day-layout.ts';
import { MonthDay } from './month-day.tsx';
import { useSchedule } from './schedule-context.ts';
import { ItemRows } from './schedule-item.tsx';
import type { ScheduleItem } from './types.ts';

interface MonthGridProps {
  items: readonly ScheduleItem[];
  days: readonly string[];
  date: string;
  today: string;
  blockedDays: readonly string[];
}

const NONE: readonly Segment[] = [];

/** Height of the page above the weeks on wide screens, and of a day's number and of an item, in pixels. */
const [ABOVE_PX, NUMBER_PX, ITEM_PX] = [332, 30, 24];
/** Number of items that a day shows: two on low screens, where the month still fits 800 px, and up to four. */
const [FEWEST, MOST] = [2, 4];

const subscribeToResize = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Returns the number of items for which a day has room, so that the whole month is in the window. */
function useRoom(weeks: number): number {
  return useSyncExternalStore(subscribeToResize, () => {
    const room = Math.floor(((innerHeight - ABOVE_PX) / weeks - NUMBER_PX) / ITEM_PX);
    return Math.min(MOST, Math.max(FEWEST, room));
  });
}

/** A month in weeks. On phones it shows counts, and the items of the chosen day below. */
export function MonthGrid({ items, days, date, today, blockedDays }: MonthGridProps) {
  const { t } = useTranslation('schedule');
  const { labels, zone, goTo } = useSchedule();
  const grid = useRef<HTMLTableElement>(null);
  const walked = useRef(false);
  const byDay = useMemo(() => {
    const columns = dayColumns(
      items,
      days.map((day) => zonedDay(day, zone)),
    );
    return new Map(days.map((day, index) => [day, columns[index] ?? NONE]));
  }, [items, days, zone]);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const room = useRoom(weeks.length);
  useEffect(() => {
    if (walked.current) grid.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
    walked.current = false;
  }, [date]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset['day']) return;
    if (['PageUp', 'PageDown', 't'].includes(event.key)) walked.current = true;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    walked.current = true;
    goTo(shiftDay(date, by));
  };
  return (
    <div className="flex flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its days take the keys */}
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA grid pattern is a table
        role="grid"
        aria-label={labels.title('month', days, date)}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-collapse md:border md:border-line md:bg-raised"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="py-1 text-caption font-normal text-soft">
                {labels.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <MonthDay
                  key={day}
                  day={day}
                  segments={byDay.get(day) ?? NONE}
                  room={room}
                  height={NUMBER_PX + room * ITEM_PX}
                  isChosen={day === date}
                  isToday={day === today}
                  isOutside={!day.startsWith(date.slice(0, 7))}
                  isBlocked={blockedDays.includes(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="md:hidden">
        <h3 className="pb-1 font-medium first-letter:uppercase">{labels.longDay(date)}</h3>
        {blockedDays.includes(date) && <p className="text-caption text-soft">{t('blocked')}</p>}
        {byDay.get(date)?.length ? (
          <ItemRows segments={byDay.get(date) ?? NONE} label={labels.longDay(date)} />
        ) : (
          <p className="py-3 text-soft">{t('emptyDay')}</p>
        )}
      </div>
    </div>
  );
}
