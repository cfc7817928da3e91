import { useCallback, useEffect, useState } from 'react';
import { errorCode } from './api-context.tsx';
import { type Pace, poll } from './poll.ts';

interface ApiData<Data> {
  /** The latest answer; kept while another is loading, null before the first. */
  data: Data | null;
  /** Code of the last failure in `errors`. */
  failure: string | null;
  isLoading: boolean;
  reload: () => void;
  /** Shows what a change has answered, without another request. */
  setData: (data: Data) => void;
}

interface LiveOptions<Data> {
  /** True while the data may change on the server: it is then loaded again while the page is visible, and on return. */
  isLive?: boolean | ((data: Data) => boolean);
  /** How often; a constant. */
  pace?: Pace;
}

/** How often data is loaded that others add to; docs/scaling.md counts the requests. */
const REFRESH: Pace = { often: 30_000, times: Infinity, rarely: 30_000 };

/**
 * Loads data when it is first shown and whenever `load` changes; memoise it by its inputs.
 * If loading live data again fails, the latest answer stays.
 */
export function useApiData<Data>(
  load: () => Promise<Data>,
  { isLive = false, pace = REFRESH }: LiveOptions<Data> = {},
): ApiData<Data> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Pick<ApiData<Data>, 'data' | 'failure'>>({ data: null, failure: null });
  const [loaded, setLoaded] = useState<unknown>(null);
  const setData = useCallback((data: Data) => setState({ data, failure: null }), []);
  useEffect(() => {
    let isCurrent = true;
    load()
      .then(
        (data) => isCurrent && setData(data),
        (error: unknown) => isCurrent && setState((before) => ({ ...before, failure: errorCode(error) })),
      )
      .finally(() => isCurrent && setLoaded(() => load));
    return () => {
      isCurrent = false;
    };
  }, [load, attempt, setData]);
  const isChanging = typeof isLive === 'boolean' ? isLive : state.data !== null && isLive(state.data);
  useEffect(() => {
    if (!isChanging) return;
    let isCurrent = true;
    const stop = poll(() => load().then((data) => isCurrent && setData(data)), pace);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [load, isChanging, pace, setData]);
  const reload = useCallback(() => {
    setLoaded(null);
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, isLoading: loaded !== load, reload, setData };
}
