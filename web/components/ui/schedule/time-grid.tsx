import { clsx } from 'clsx';
import { memo, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wallClockMinute, type ZonedDay, zonedDay } from '#web/lib/format/wall-clock.ts';
import { dayColumns, extentOnDay, overlapsDay } from './day-layout.ts';
import { DragPreview } from './drag-preview.tsx';
import { usePointerDrag } from './pointer-drag.ts';
import { useSchedule } from './schedule-context.ts';
import { TimeItems } from './time-items.tsx';
import { TimeSlots } from './time-slots.tsx';
import type { ScheduleHours, ScheduleItem, ScheduleSpan } from './types.ts';

/** Bookable times, behind the items. */
const HintBands = memo(({ hints, days }: { hints: readonly ScheduleSpan[]; days: readonly ZonedDay[] }) => (
  <div aria-hidden className="pointer-events-none absolute inset-0">
    {days.flatMap((day, column) =>
      hints
        .filter((hint) => overlapsDay(hint, day))
        .map((hint) => {
          const { top, bottom } = extentOnDay(hint, day);
          return (
            <div
              key={`${day.date}-${hint.start}`}
              className="absolute border-l-2 border-success bg-success/8"
              style={{
                top: `${(top / 1440) * 100}%`,
                height: `${((bottom - top) / 1440) * 100}%`,
                left: `${(column / days.length) * 100}%`,
                width: `${100 / days.length}%`,
              }}
            />
          );
        }),
    )}
  </div>
));

const HOURS = Array.from({ length: 23 }, (_, index) => index + 1);

/** The hour labels. Decorative: each slot's label has its time. */
function HourScale() {
  const { labels } = useSchedule();
  return (
    <div aria-hidden data-figures className="sticky left-0 z-20 border-r border-line bg-raised text-caption text-soft">
      {HOURS.map((hour) => (
        <span
          key={hour}
          className="absolute right-2 -translate-y-1/2 leading-none"
          style={{ top: `${(hour / 24) * 100}%` }}
        >
          {labels.clock(hour * 60)}
        </span>
      ))}
    </div>
  );
}
/** Line at the current time. Decorative. */
function NowLine({ minute, column, columns }: { minute: number; column: number; columns: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border-t-2 border-danger before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-danger"
      style={{ top: `${(minute / 1440) * 100}%`, left: `${(column / columns) * 100}%`, width: `${100 / columns}%` }}
    />
  );
}

interface TimeHeaderProps {
  days: readonly string[];
  today: string;
  blockedDays: readonly string[];
}

/** Day headers above the columns; each links to its day. */
function TimeHeader({ days, today, blockedDays }: TimeHeaderProps) {
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

interface TimeGridProps {
  items: readonly ScheduleItem[];
  days: readonly string[];
  date: string;
  today: string;
  now: number;
  blockedDays: readonly string[];
  hints: readonly ScheduleSpan[];
  workingHours: ScheduleHours;
}

/** One day or seven as columns of hours, in layers: slots, hints, items, drag preview. */
export function TimeGrid({ items, days, date, today, now, blockedDays, hints, workingHours }: TimeGridProps) {
  const { t } = useTranslation('schedule');
  const { zone, readOnly } = useSchedule();
  const scroller = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const zoned = useMemo(() => days.map((day) => zonedDay(day, zone)), [days, zone]);
  const columns = useMemo(() => dayColumns(items, zoned), [items, zoned]);
  const press = usePointerDrag({ scroller, plane, columns });
  const todayAt = days.indexOf(today);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !plane.current) return;
    // Start half an hour earlier, to show that there is more above.
    element.scrollTop = (plane.current.clientHeight * Math.max(0, workingHours.from - 30)) / 1440;
    element.scrollLeft = (plane.current.clientWidth * Math.max(0, days.indexOf(date))) / days.length;
    // Only on mount: turning the page keeps the scroll position.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div
      ref={scroller}
      className="isolate max-h-[max(26rem,calc(100dvh-15rem))] overflow-auto rounded-control border border-line bg-raised"
    >
      <div className="min-w-max md:min-w-0">
        {days.length > 1 && <TimeHeader days={days} today={today} blockedDays={blockedDays} />}
        <div className="grid h-[84rem] grid-cols-[3.5rem_1fr]">
          <HourScale />
          <div
            ref={plane}
            onPointerDown={readOnly ? undefined : press}
            className="relative"
            style={{ minWidth: days.length > 1 ? `${days.length * 6.5}rem` : 0 }}
          >
            <TimeSlots
              days={zoned}
              columns={columns}
              date={date}
              today={today}
              blockedDays={blockedDays}
              workingHours={workingHours}
            />
            <HintBands hints={hints} days={zoned} />
            {todayAt >= 0 && (
              <NowLine minute={wallClockMinute(zoned[todayAt]!, now)} column={todayAt} columns={days.length} />
            )}
            <TimeItems days={days} columns={columns} hintId={hintId} now={now} />
            <DragPreview days={zoned} />
          </div>
        </div>
      </div>
      <p id={hintId} hidden>
        {t('pickUpHint')}
      </p>
    </div>
  );
}
