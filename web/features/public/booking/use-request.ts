import { useEffect, useState } from 'react';

export interface RequestState<T> {
  data: T | null;
  failure: unknown;
  retry: () => void;
}

/**
 * What a page is made of, asked for once.
 * @param load the same function for as long as the same is meant; null: nothing is to be asked
 */
export function useRequest<T>(load: (() => Promise<T>) | null): RequestState<T> {
  const [data, setData] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!load) return;
    let left = false;
    load().then(
      (answer) => {
        if (!left) setData(answer);
      },
      (error: unknown) => {
        if (!left) setFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [load, attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { data, failure, retry };
}
