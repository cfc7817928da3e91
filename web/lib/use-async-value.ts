import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';

interface AsyncState<Value> {
  /** The latest value; kept while another is loading, undefined before the first. */
  value: Value | undefined;
  /** Error of the last load; null after a value. */
  error: unknown;
}

interface AsyncValue<Value> extends AsyncState<Value> {
  isLoading: boolean;
  reload: () => void;
  /** Replaces the value without a load. */
  setValue: Dispatch<SetStateAction<Value | undefined>>;
}

/**
 * Loads a value when it is first rendered and whenever `load` changes. An outcome that arrives after another load began,
 * or after the component is gone, is dropped.
 * @param load memoise it by its inputs; null loads nothing. Its signal is aborted once its outcome is no longer wanted.
 */
export function useAsyncValue<Value>(load: ((signal: AbortSignal) => Promise<Value>) | null): AsyncValue<Value> {
  const [state, setState] = useState<AsyncState<Value>>({ value: undefined, error: null });
  const [settled, setSettled] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const setValue = useCallback(
    (next: SetStateAction<Value | undefined>) =>
      setState(({ value }) => ({
        value: typeof next === 'function' ? (next as (before: Value | undefined) => Value | undefined)(value) : next,
        error: null,
      })),
    [],
  );
  useEffect(() => {
    if (!load) return;
    const controller = new AbortController();
    const { signal } = controller;
    load(signal)
      .then(
        (value) => !signal.aborted && setState({ value, error: null }),
        (error: unknown) => !signal.aborted && setState(({ value }) => ({ value, error })),
      )
      .finally(() => !signal.aborted && setSettled(() => load));
    return () => controller.abort();
  }, [load, attempt]);
  const reload = useCallback(() => {
    setSettled(null);
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, isLoading: load !== null && settled !== load, reload, setValue };
}
