import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { zonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns } from './day-layout.ts';
import { useSchedule } from './schedule-context.ts';
import { ItemRows } from './schedule-item.tsx';
import type { ScheduleItem } from './types.ts';

interface AgendaListProps {
  items: readonly ScheduleItem[];
  days: readonly string[];
  today: string;
  blockedDays: readonly string[];
}

/** Items by day. Days without items are left out, unless they are blocked. */
export function AgendaList({ items, days, today, blockedDays }: AgendaListProps) {
  const { t } = useTranslation('schedule');
  const { labels, zone, openDay } = useSchedule();
  const columns = useMemo(
    () =>
      dayColumns(
        items,
        days.map((day) => zonedDay(day, zone)),
      ),
    [items, days, zone],
  );
  const shown = days
    .map((day, index) => ({ day, segments: columns[index] ?? [] }))
    .filter(({ day, segments }) => segments.length > 0 || blockedDays.includes(day));
  if (shown.length === 0) return <p className="py-10 text-center text-soft">{t('empty')}</p>;
  return (
    <ol className="flex flex-col gap-4">
      {shown.map(({ day, segments }) => (
        <li key={day} className="md:grid md:grid-cols-[11rem_1fr] md:gap-4 md:border-t md:border-line md:pt-2">
          <h3 className="flex items-baseline gap-2 border-b border-line pb-1 md:flex-col md:gap-0 md:border-0 md:pt-3">
            <button
              type="button"
              onClick={() => openDay(day)}
              className={clsx('thumb text-left font-medium hover:underline', day === today && 'text-accent')}
            >
              {labels.day(day)}
            </button>
            {day === today && <span className="text-caption text-soft">{t('today')}</span>}
            {blockedDays.includes(day) && <span className="text-caption text-soft">{t('blocked')}</span>}
          </h3>
          {segments.length > 0 && <ItemRows segments={segments} label={labels.longDay(day)} />}
        </li>
      ))}
    </ol>
  );
}
