import { useCallback, useState } from 'react';
import type { CalendarFeed } from '#core/api/calendar.ts';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';

interface OwnFeed {
  /** Null without a feed. */
  feed: CalendarFeed | null;
  /** URL of the feed, from its creation until the dialog closes: the server cannot show it again. */
  url: string | null;
}

/**
 * The user's own feed of this studio; `feed` is undefined until the server answers. Its actions resolve to true on
 * success.
 */
export function useCalendarFeed() {
  const api = useApi();
  const load = useCallback(async (): Promise<OwnFeed> => ({ feed: (await api.calendar.own()).feed, url: null }), [api]);
  const { data, failure, reload, setData } = useApiData(load);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const act = useCallback(
    async (work: () => Promise<OwnFeed>) => {
      setBusy(true);
      setRefusal(null);
      try {
        setData(await work());
        return true;
      } catch (error) {
        setRefusal(errorCode(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [setData],
  );

  return {
    feed: data?.feed,
    url: data?.url ?? null,
    failure: refusal ?? failure,
    isBusy,
    reload,
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
