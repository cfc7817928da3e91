import { useCallback, useEffect, useState } from 'react';
import type { CalendarFeed } from '#core/api/calendar.ts';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';

interface FeedState {
  /** Undefined until the server answers; null without a feed. */
  feed: CalendarFeed | null | undefined;
  /** URL of the feed, from its creation until the dialog closes: the server cannot show it again. */
  url: string | null;
  failure: string | null;
}

/** The user's own feed of this studio. Its actions resolve to true on success. */
export function useCalendarFeed() {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [state, setState] = useState<FeedState>({ feed: undefined, url: null, failure: null });

  useEffect(() => {
    let isCurrent = true;
    api.calendar.own().then(
      ({ feed }) => isCurrent && setState({ feed, url: null, failure: null }),
      (error: unknown) => isCurrent && setState((before) => ({ ...before, failure: errorCode(error) })),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, attempt]);

  const act = useCallback(async (work: () => Promise<Omit<FeedState, 'failure'>>) => {
    setBusy(true);
    try {
      const next = await work();
      setState({ ...next, failure: null });
      return true;
    } catch (error) {
      setState((before) => ({ ...before, failure: errorCode(error) }));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);

  return {
    ...state,
    isBusy,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
    make: useCallback(() => act(() => api.calendar.create()), [act, api]),
    end: useCallback(
      () =>
        act(async () => {
          await api.calendar.remove();
          return { feed: null, url: null };
        }),
      [act, api],
    ),
  };
}
