import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isoDate } from '#core/domain/time.ts';
import { SCHEDULE_VIEWS, type ScheduleView } from '#web/components/ui/schedule/types.ts';

/** State of the calendar, as stored in the URL. */
export interface CalendarView {
  /** Null: the view that fits the screen. */
  view: ScheduleView | null;
  /** Null: today. */
  date: string | null;
  typeId: string | null;
  photographerId: string | null;
  /** True to show cancelled and declined sessions too. */
  withCancelled: boolean;
  /** True to show the free slots that clients could book. */
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

/** Returns the query parameters that differ from the default view. */
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

/** Keeps the state of the calendar in the URL, so that Back from a session restores it. */
export function useCalendarView(): [CalendarView, (changes: Partial<CalendarView>) => void] {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const latest = useRef(view);
  useLayoutEffect(() => void (latest.current = view), [view]);
  const change = useCallback(
    (changes: Partial<CalendarView>) => {
      // One action may change day and view in two calls, before the URL has the first change.
      latest.current = { ...latest.current, ...changes };
      setParams(writeView(latest.current), { replace: true });
    },
    [setParams],
  );
  return [view, change];
}
