import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { wallClockAt } from '#web/lib/wall-clock.ts';
import { AgendaList } from './agenda-list.tsx';
import { DragNotice } from './draft-notice.tsx';
import { createDragStore } from './draft-store.ts';
import { MonthGrid } from './month-grid.tsx';
import { ScheduleContext, type ScheduleScope } from './schedule-context.ts';
import { ScheduleToolbar } from './schedule-toolbar.tsx';
import { scheduleLabels } from './schedule-words.ts';
import { TimeGrid } from './time-grid.tsx';
import type { ScheduleProps } from './types.ts';
import { nextPageDate, visibleDays } from './visible-days.ts';
import { WeekStrip } from './week-strip.tsx';

const OFFICE_HOURS = { from: 9 * 60, to: 19 * 60 };
const NONE: readonly never[] = [];

/** A calendar of day, week, month and agenda, in which items can be moved by pointer, touch and keyboard. */
export function Schedule(props: ScheduleProps) {
  const { label, items, zone, language, now, view, date, actions } = props;
  const { blockedDays = NONE, hints = NONE, workingHours = OFFICE_HOURS } = props;
  const days = useMemo(() => visibleDays(view, date, language), [view, date, language]);
  const today = wallClockAt(now, zone).date;
  const scope = useScope(props, days);
  const shown = { items, days, today, blockedDays };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // The keys turn whole weeks, whatever the arrows beside the title turn.
    const page = view === 'day' ? 'week' : view;
    const target = { PageUp: nextPageDate(page, date, -1), PageDown: nextPageDate(page, date, 1), t: today }[event.key];
    if (!target) return;
    event.preventDefault();
    props.onDateChange(target);
  };
  return (
    <ScheduleContext value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of whatever has the focus in it */}
      <section aria-label={label} onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-3">
        <ScheduleToolbar
          view={view}
          onViewChange={props.onViewChange}
          title={scope.labels.title(view, days, date)}
          onPage={(by) => props.onDateChange(nextPageDate(view, date, by))}
          onToday={() => props.onDateChange(today)}
          actions={actions}
        />
        {view === 'day' && <WeekStrip items={items} date={date} today={today} blockedDays={blockedDays} />}
        {(view === 'day' || view === 'week') && (
          <TimeGrid key={view} {...shown} date={date} now={now} hints={hints} workingHours={workingHours} />
        )}
        {view === 'month' && <MonthGrid {...shown} date={date} />}
        {view === 'agenda' && <AgendaList {...shown} />}
        <DragNotice />
      </section>
    </ScheduleContext>
  );
}

/** Callbacks are read when they are called: a caller's new closure must not draw every item again. */
function useScope(props: ScheduleProps, days: readonly string[]): ScheduleScope {
  const { language, zone, readOnly = false } = props;
  const latest = useRef(props);
  const [drafts] = useState(() => createDragStore({ ...props, days }));
  useLayoutEffect(() => {
    latest.current = props;
    drafts.know({ ...props, days });
  });
  return useMemo(() => {
    const now = () => latest.current;
    return {
      labels: scheduleLabels(language, zone),
      zone,
      language,
      readOnly,
      drag: drafts,
      open: ({ id }) => now().onOpen?.(id),
      create: (start) => now().onCreate?.(start),
      goTo: (date) => now().onDateChange(date),
      openDay: (date) => {
        now().onDateChange(date);
        now().onViewChange('day');
      },
    };
  }, [language, zone, readOnly, drafts]);
}
