import { useCallback, useEffect, useState } from 'react';
import { errorCode } from './api-context.tsx';

interface ApiData<Data> {
  /** The latest answer; kept while another is loading, null before the first. */
  data: Data | null;
  /** Code of the last failure in `errors`. */
  failure: string | null;
  isLoading: boolean;
  reload: () => void;
}

/** Milliseconds between two loads of data that others add to; docs/scaling.md counts the requests. */
const REFRESH_MS = 30_000;

/** Calls back every `REFRESH_MS` while the page is visible, and when it becomes visible. Returns a function that ends it. */
function whileVisible(callback: () => void): () => void {
  const refresh = () => document.visibilityState === 'visible' && callback();
  const timer = setInterval(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
  };
}

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
    const stop = isLive ? whileVisible(() => void load().then(keep, () => undefined)) : undefined;
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
