import { useEffect } from 'react';
import { useAsyncValue } from '../use-async-value.ts';
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
 * Loads data of an endpoint: `useAsyncValue` with the failure's code, and repeated for live data.
 * If loading live data again fails, the latest answer stays.
 * @param load memoise it by its inputs
 */
export function useApiData<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  { isLive = false, pace = REFRESH }: LiveOptions<Data> = {},
): ApiData<Data> {
  const { value, error, setValue, ...rest } = useAsyncValue(load);
  const isChanging = typeof isLive === 'boolean' ? isLive : value !== undefined && isLive(value);
  useEffect(() => {
    if (!isChanging) return;
    const controller = new AbortController();
    const { signal } = controller;
    const stop = poll(() => load(signal).then((data) => !signal.aborted && setValue(() => data)), pace);
    return () => {
      controller.abort();
      stop();
    };
  }, [load, isChanging, pace, setValue]);
  return { data: value ?? null, failure: error === null ? null : errorCode(error), ...rest, setData: setValue };
}
