import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readView, writeView, type CalendarView } from './calendar-view.ts';

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
