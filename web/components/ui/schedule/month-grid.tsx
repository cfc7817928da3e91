import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { shiftDay } from '../inputs/calendar-days.ts';
import { dayColumns, type Segment } from './day-layout.ts';
import { useSchedule } from './schedule-context.ts';
import { hatchedClass, ItemLink, ItemRows, scheduleItemClass } from './schedule-item.tsx';
import type { ScheduleItem } from './types.ts';
import { isWide } from './visible-days.ts';

interface MonthDayProps {
  day: string;
  segments: readonly Segment[];
  /** Number of lines: items, or items and the count of the others. */
  room: number;
  /** Height of the day in pixels, on wide screens. */
  height: number;
  isChosen: boolean;
  isToday: boolean;
  isOutside: boolean;
  isBlocked: boolean;
}

/** A day of the month: items on wide screens, dots and a count on phones. */
const MonthDay = memo(({ day, segments, room, height, isChosen, isToday, isOutside, isBlocked }: MonthDayProps) => {
  const { t } = useTranslation('schedule');
  const { labels, goTo, openDay } = useSchedule();
  const shown = segments.length > room ? room - 1 : room;
  const rest = segments.length - shown;
  const count = segments.length > 0 ? [t('count', { count: segments.length })] : [];
  return (
    <td
      aria-selected={isChosen}
      style={{ '--day': `${height}px` } as CSSProperties}
      className={clsx('h-px p-0 align-top md:h-(--day) md:border md:border-line', isBlocked && hatchedClass)}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isChosen ? 0 : -1}
        aria-label={[labels.longDay(day), ...count, ...(isBlocked ? [t('blocked')] : [])].join(', ')}
        aria-current={isToday ? 'date' : undefined}
        // On phones, which list the day's items below, choose the day; elsewhere open it.
        onClick={() => (isWide() ? openDay(day) : goTo(day))}
        className={clsx(
          'flex min-h-14 w-full flex-col items-center rounded-control py-1 -outline-offset-2 transition-colors hover:bg-hover md:min-h-7 md:flex-row md:gap-2 md:px-2',
          isChosen && 'max-md:bg-accent max-md:text-on-accent',
          isOutside && !isChosen && 'text-soft',
        )}
      >
        <span className={clsx(isToday && 'font-semibold underline underline-offset-4')}>{Number(day.slice(8))}</span>
        {isBlocked && <span className="hidden truncate text-caption text-soft md:inline">{t('blocked')}</span>}
        {segments.length > 0 && (
          <span className="flex items-center gap-1 text-caption leading-none md:hidden">
            <span className="size-1.5 rounded-full bg-current" />
            {segments.length}
          </span>
        )}
      </button>
      <ul aria-label={labels.longDay(day)} className="hidden flex-col gap-0.5 px-1 pb-0.5 md:flex">
        {segments.slice(0, shown).map(({ item, isContinued }) => (
          <li key={item.id} style={{ '--item': item.colour } as CSSProperties}>
            <ItemLink
              item={item}
              tabIndex={isChosen ? 0 : -1}
              className={clsx('block w-full truncate px-1 text-left text-caption', scheduleItemClass(item.tone))}
            >
              <time className="text-soft">{isContinued ? labels.until(item) : labels.time(item.start)}</time>{' '}
              <span className={clsx(item.tone === 'struck' && 'line-through')}>{item.title}</span>
            </ItemLink>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <button
              type="button"
              tabIndex={isChosen ? 0 : -1}
              onClick={() => openDay(day)}
              className="w-full rounded-control px-1 text-left text-caption text-soft hover:bg-hover"
            >
              {t('more', { count: rest })}
            </button>
          </li>
        )}
      </ul>
    </td>
  );
});

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
