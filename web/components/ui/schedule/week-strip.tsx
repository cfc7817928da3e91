import { clsx } from 'clsx';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { shiftDay } from '../inputs/calendar-days.ts';
import { dayColumns } from './day-layout.ts';
import { useSchedule } from './schedule-context.ts';
import { hatchedClass } from './schedule-item.tsx';
import type { ScheduleItem } from './types.ts';
import { visibleDays } from './visible-days.ts';

/** Horizontal distance in pixels of a swipe that turns the week. */
const SWIPE = 48;

interface WeekStripProps {
  items: readonly ScheduleItem[];
  date: string;
  today: string;
  blockedDays: readonly string[];
}

/** The week above the day view on phones: tap a day, or swipe to turn the week. */
export function WeekStrip({ items, date, today, blockedDays }: WeekStripProps) {
  const { t } = useTranslation('schedule');
  const { labels, zone, language, goTo } = useSchedule();
  const from = useRef<number | null>(null);
  const days = useMemo(() => visibleDays('week', date, language), [date, language]);
  const columns = useMemo(
    () =>
      dayColumns(
        items,
        days.map((day) => zonedDay(day, zone)),
      ),
    [items, days, zone],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons do the same, and so do the toolbar's
    <div
      role="group"
      aria-label={t('week')}
      className="flex touch-pan-y select-none md:hidden"
      onPointerDown={({ clientX }) => {
        from.current = clientX;
      }}
      onPointerUp={({ clientX }) => {
        const by = clientX - (from.current ?? clientX);
        from.current = null;
        if (Math.abs(by) > SWIPE) goTo(shiftDay(date, by > 0 ? -7 : 7));
      }}
    >
      {days.map((day, index) => {
        const count = columns[index]?.length ?? 0;
        const isBlocked = blockedDays.includes(day);
        return (
          <button
            key={day}
            type="button"
            onClick={() => goTo(day)}
            aria-pressed={day === date}
            aria-current={day === today ? 'date' : undefined}
            aria-label={[labels.longDay(day), t('count', { count }), ...(isBlocked ? [t('blocked')] : [])].join(', ')}
            className={clsx(
              'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center rounded-control -outline-offset-2 transition-colors',
              day === date ? 'bg-accent text-on-accent' : ['text-ink', isBlocked && hatchedClass],
            )}
          >
            <span className={clsx('text-caption', day !== date && 'text-soft')}>{labels.weekday(day)}</span>
            <span className={clsx(day === today && 'font-semibold underline underline-offset-4')}>
              {Number(day.slice(8))}
            </span>
            <Dots items={columns[index]?.map((segment) => segment.item) ?? []} />
          </button>
        );
      })}
    </div>
  );
}

function Dots({ items }: { items: readonly ScheduleItem[] }) {
  return (
    <span aria-hidden className="flex h-2 gap-0.5 pt-0.5">
      {items.slice(0, 3).map((item) => (
        <span key={item.id} className="size-1.5 rounded-full bg-current opacity-60" />
      ))}
    </span>
  );
}
