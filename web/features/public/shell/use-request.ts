import { useAsyncValue } from '#web/lib/use-async-value.ts';

interface RequestState<T> {
  data: T | null;
  /** Null while the request is made again. */
  failure: unknown;
  retry: () => void;
}

/**
 * Requests the data of a page.
 * @param load memoise it by its inputs; null makes no request
 */
export function useRequest<T>(load: (() => Promise<T>) | null): RequestState<T> {
  const { value, error, isLoading, reload } = useAsyncValue(load);
  return { data: value ?? null, failure: isLoading ? null : error, retry: reload };
}
