import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useSchedule } from './schedule-context.ts';

interface TimeHeaderProps {
  days: readonly string[];
  today: string;
  blockedDays: readonly string[];
}

/** The days above their columns; each leads to itself. */
export function TimeHeader({ days, today, blockedDays }: TimeHeaderProps) {
  const { t } = useTranslation('schedule');
  const { labels, openDay } = useSchedule();
  return (
    <div className="sticky top-0 z-30 grid grid-cols-[3.5rem_1fr] border-b border-line bg-raised">
      <div className="sticky left-0 z-10 border-r border-line bg-raised" />
      <div className="flex" style={{ minWidth: `${days.length * 6.5}rem` }}>
        {days.map((day) => (
          <button
            key={day}
            type="button"
            onClick={() => openDay(day)}
            aria-current={day === today ? 'date' : undefined}
            aria-label={labels.longDay(day)}
            className="flex min-h-14 min-w-0 flex-1 basis-0 flex-col items-center justify-center border-l border-line py-1 -outline-offset-2 transition-colors first:border-l-0 hover:bg-hover"
          >
            <span className="flex items-baseline gap-1.5">
              <span className="text-caption text-soft">{labels.weekday(day)}</span>
              <span
                className={clsx('text-lead', day === today && 'font-semibold text-accent underline underline-offset-4')}
              >
                {Number(day.slice(8))}
              </span>
            </span>
            {blockedDays.includes(day) && <span className="text-caption text-soft">{t('blocked')}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
