import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wallClockMinute, zonedDay } from '#web/lib/wall-clock.ts';
import { dayColumns } from './day-columns.ts';
import { DragPreview } from './draft-ghost.tsx';
import { HintBands } from './hint-bands.tsx';
import { HourScale } from './hour-scale.tsx';
import { NowLine } from './now-line.tsx';
import { useSchedule } from './schedule-context.ts';
import { TimeHeader } from './time-header.tsx';
import { TimeItems } from './time-items.tsx';
import { TimeSlots } from './time-slots.tsx';
import type { ScheduleHours, ScheduleItem, ScheduleSpan } from './types.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

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

/** One day or seven as columns of hours. Layers over one another: slots, hints, items, what is being dragged. */
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
    // A little of the hour before, so that one sees that there is more above.
    element.scrollTop = (plane.current.clientHeight * Math.max(0, workingHours.from - 30)) / 1440;
    element.scrollLeft = (plane.current.clientWidth * Math.max(0, days.indexOf(date))) / days.length;
    // Only as the view opens: whoever has scrolled stays there when a page is turned.
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
