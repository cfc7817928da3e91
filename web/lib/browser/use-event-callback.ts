import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same while what it does is always the latest: for memoised tiles. */
export function useEventCallback<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
