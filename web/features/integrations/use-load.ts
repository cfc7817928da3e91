import { useCallback, useEffect, useState } from 'react';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { type Pace, poll } from '#web/lib/api/poll.ts';

/** How often something is looked at that changes by itself: a first attempt takes seconds, later ones come in hours. */
const LOOK_AGAIN: Pace = { often: 3000, times: 20, rarely: 30_000 };

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
    let isCurrent = true;
    const end = poll(async () => {
      const loaded = await load();
      if (isCurrent) setValue(loaded);
    }, LOOK_AGAIN);
    return () => {
      isCurrent = false;
      end();
    };
  }, [isChanging, load]);

  return { value, setValue, failure, reload };
}
