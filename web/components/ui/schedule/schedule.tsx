import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format/use-format.ts';
import { wallClockAt, zonedDay } from '#web/lib/format/wall-clock.ts';
import { Button, IconButton } from '../inputs/button.tsx';
import { SegmentedControl } from '../inputs/segmented-control.tsx';
import { dayColumns } from './day-layout.ts';
import { DragNotice } from './drag-preview.tsx';
import { DragStore } from './drag-store.ts';
import { MonthGrid } from './month-grid.tsx';
import { ScheduleContext, type ScheduleScope, useSchedule } from './schedule-context.ts';
import { ItemRows } from './schedule-item.tsx';
import { scheduleLabels } from './schedule-labels.ts';
import { TimeGrid } from './time-grid.tsx';
import { SCHEDULE_VIEWS, type ScheduleItem, type ScheduleProps, type ScheduleView } from './types.ts';
import { nextPageDate, visibleDays } from './visible-days.ts';
import { WeekStrip } from './week-strip.tsx';

interface ScheduleToolbarProps {
  title: string;
  view: ScheduleView;
  onViewChange: (view: ScheduleView) => void;
  onPage: (by: 1 | -1) => void;
  onToday: () => void;
  actions?: ReactNode;
}

function ScheduleToolbar({ title, view, onViewChange, onPage, onToday, actions }: ScheduleToolbarProps) {
  const { t } = useTranslation('schedule');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 grow items-center gap-1 md:grow-0">
        <IconButton
          className="-ml-3"
          label={t(`previous.${view}`)}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onPage(-1)}
        />
        <IconButton label={t(`next.${view}`)} icon={<ChevronRight aria-hidden />} onClick={() => onPage(1)} />
        <h2 aria-live="polite" data-figures className="min-w-0 grow text-lead font-medium first-letter:uppercase">
          {title}
        </h2>
        <Button size="small" onClick={onToday} className="md:ml-3">
          {t('today')}
        </Button>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <SegmentedControl
          label={t('view')}
          value={view}
          onChange={onViewChange}
          options={SCHEDULE_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {actions}
      </div>
    </div>
  );
}

const OFFICE_HOURS = { from: 9 * 60, to: 19 * 60 };
const NONE: readonly never[] = [];

/** Calendar with day, week, month and agenda views. Items can be moved by pointer, touch and keyboard. */
export function Schedule(props: ScheduleProps) {
  const { label, items, zone, now, view, date, actions } = props;
  const { blockedDays = NONE, hints = NONE, workingHours = OFFICE_HOURS } = props;
  const { language } = useFormat();
  const days = useMemo(() => visibleDays(view, date, language), [view, date, language]);
  const today = wallClockAt(now, zone).date;
  const scope = useScope(props, days);
  const shown = { items, days, today, blockedDays };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys turn whole weeks in the day view too; the toolbar's arrows turn single days.
    const page = view === 'day' ? 'week' : view;
    const target = { PageUp: nextPageDate(page, date, -1), PageDown: nextPageDate(page, date, 1), t: today }[event.key];
    if (!target) return;
    event.preventDefault();
    props.onDateChange(target);
  };
  return (
    <ScheduleContext value={scope}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the focused element in it */}
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

/** Reads callbacks when they are called, so that a new closure does not render every item again. */
function useScope(props: ScheduleProps, days: readonly string[]): ScheduleScope {
  const { zone, readOnly = false } = props;
  const format = useFormat({ zone });
  const latest = useRef(props);
  const [drafts] = useState(() => new DragStore({ ...props, days }));
  useLayoutEffect(() => {
    latest.current = props;
    drafts.know({ ...props, days });
  });
  return useMemo(() => {
    const now = () => latest.current;
    return {
      labels: scheduleLabels(format),
      zone: format.zone,
      language: format.language,
      readOnly,
      drag: drafts,
      open: ({ id }) => now().onOpen?.(id),
      create: (start, end, anchor) => now().onCreate?.(start, end, anchor),
      goTo: (date) => now().onDateChange(date),
      openDay: (date) => {
        now().onDateChange(date);
        now().onViewChange('day');
      },
    };
  }, [format, readOnly, drafts]);
}

interface AgendaListProps {
  items: readonly ScheduleItem[];
  days: readonly string[];
  today: string;
  blockedDays: readonly string[];
}

/** Items by day. Days without items are left out, unless they are blocked. */
function AgendaList({ items, days, today, blockedDays }: AgendaListProps) {
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
