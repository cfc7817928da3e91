import { useCallback, useEffect, useState } from 'react';
import { errorCode } from '#web/lib/api/api-context.tsx';

/** Milliseconds between two looks at something that changes by itself. */
const LOOK_AGAIN_MS = 3_000;

/**
 * Loads something from the server, which is not synced.
 * @param load stable
 * @param changes true while the value changes by itself: it is then loaded again and again
 */
export function useLoad<T>(load: () => Promise<T>, changes: (value: T) => boolean = () => false) {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (!isCurrent) return;
        setValue(loaded);
        setFailure(null);
      },
      (error: unknown) => isCurrent && setFailure(errorCode(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);

  const isChanging = value !== null && changes(value);
  useEffect(() => {
    if (!isChanging) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isChanging, reload]);

  return { value, setValue, failure, reload };
}
