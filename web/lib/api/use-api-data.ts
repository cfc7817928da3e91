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
}

/** How often data is loaded that others add to; docs/scaling.md counts the requests. */
const REFRESH: Pace = { often: 30_000, times: Infinity, rarely: 30_000 };

/**
 * Loads data when it is first shown and whenever `load` changes; memoise it by its inputs.
 * @param options.isLive loads it again while the page is visible; if that fails, the latest answer stays
 */
export function useApiData<Data>(load: () => Promise<Data>, { isLive = false } = {}): ApiData<Data> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<ApiData<Data>, 'reload' | 'isLoading'>>({ data: null, failure: null });
  const [loaded, setLoaded] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    const keep = (data: Data) => isCurrent && setState({ data, failure: null });
    load()
      .then(keep, (error: unknown) => isCurrent && setState((before) => ({ ...before, failure: errorCode(error) })))
      .finally(() => isCurrent && setLoaded(() => load));
    const stop = isLive ? poll(() => load().then(keep), REFRESH) : undefined;
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [load, attempt, isLive]);
  const reload = useCallback(() => {
    setLoaded(null);
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, isLoading: loaded !== load, reload };
}
