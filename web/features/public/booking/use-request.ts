import { useEffect, useState } from 'react';

interface RequestState<T> {
  data: T | null;
  failure: unknown;
  retry: () => void;
}

/**
 * Loads the data of a page once per `load` function.
 * @param load must be referentially stable; null makes no request
 */
export function useRequest<T>(load: (() => Promise<T>) | null): RequestState<T> {
  const [data, setData] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!load) return;
    let cancelled = false;
    load().then(
      (answer) => {
        if (!cancelled) setData(answer);
      },
      (error: unknown) => {
        if (!cancelled) setFailure(error);
      },
    );
    return () => {
      cancelled = true;
    };
  }, [load, attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { data, failure, retry };
}
