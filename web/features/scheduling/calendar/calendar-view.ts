import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isoDate } from '#core/domain/time.ts';
import { SCHEDULE_VIEWS, type ScheduleView } from '#web/components/ui/schedule/types.ts';

/** What the calendar shows, as its address says it. */
export interface CalendarView {
  /** Null: what fits the screen. */
  view: ScheduleView | null;
  /** Null: today. */
  date: string | null;
  typeId: string | null;
  photographerId: string | null;
  /** Whether to show what does not take place as well. */
  withCancelled: boolean;
  /** Whether to show what clients could book. */
  withFree: boolean;
}

export function readView(params: URLSearchParams): CalendarView {
  const date = params.get('date');
  return {
    view: SCHEDULE_VIEWS.find((known) => known === params.get('view')) ?? null,
    date: isoDate.safeParse(date).success ? date : null,
    typeId: params.get('type'),
    photographerId: params.get('photographer'),
    withCancelled: params.get('cancelled') === '1',
    withFree: params.get('free') === '1',
  };
}

/** Only what differs from the plain calendar stands in the address. */
export function writeView(view: CalendarView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.view) params.set('view', view.view);
  if (view.date) params.set('date', view.date);
  if (view.typeId) params.set('type', view.typeId);
  if (view.photographerId) params.set('photographer', view.photographerId);
  if (view.withCancelled) params.set('cancelled', '1');
  if (view.withFree) params.set('free', '1');
  return params;
}

/** What the calendar shows, kept in its address: whoever comes back from a session finds it as it was. */
export function useCalendarView(): [CalendarView, (changes: Partial<CalendarView>) => void] {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const latest = useRef(view);
  useLayoutEffect(() => void (latest.current = view), [view]);
  const change = useCallback(
    (changes: Partial<CalendarView>) => {
      // Two changes of one act, a day and its view, come before the address has the first of them.
      latest.current = { ...latest.current, ...changes };
      setParams(writeView(latest.current), { replace: true });
    },
    [setParams],
  );
  return [view, change];
}
