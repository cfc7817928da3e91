import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from './day-layout.ts';
import { useSchedule } from './schedule-context.ts';
import { hatchedClass, ItemLink, scheduleItemClass } from './schedule-item.tsx';
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
export const MonthDay = memo(
  ({ day, segments, room, height, isChosen, isToday, isOutside, isBlocked }: MonthDayProps) => {
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
  },
);
