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

/** Loads data when it is first shown and whenever `load` changes; memoise it by its inputs. */
export function useApiData<Data>(load: () => Promise<Data>): ApiData<Data> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<ApiData<Data>, 'reload' | 'isLoading'>>({ data: null, failure: null });
  const [loaded, setLoaded] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    load()
      .then(
        (data) => isCurrent && setState({ data, failure: null }),
        (error: unknown) => isCurrent && setState((before) => ({ ...before, failure: errorCode(error) })),
      )
      .finally(() => isCurrent && setLoaded(() => load));
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const reload = useCallback(() => {
    setLoaded(null);
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, isLoading: loaded !== load, reload };
}
