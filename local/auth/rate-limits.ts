import type { RateLimit } from './settings.ts';

export type RateLimiter = {
  /** Counts one event of a caller; false beyond the limit. */
  allow(purpose: string, caller: string, limit: RateLimit): boolean;
};

/** Number of stored callers above which expired windows are deleted. */
const MAX_WINDOWS = 10_000;

/** Fixed windows in memory: one process serves one machine. */
export function createRateLimiter(now: () => Date): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    allow(purpose, caller, limit) {
      const time = now().getTime();
      if (windows.size > MAX_WINDOWS) {
        for (const [key, window] of windows) if (window.endsAt <= time) windows.delete(key);
      }
      const key = `${purpose} ${caller}`;
      let window = windows.get(key);
      if (!window || window.endsAt <= time) {
        window = { count: 0, endsAt: time + limit.seconds * 1_000 };
        windows.set(key, window);
      }
      window.count += 1;
      return window.count <= limit.events;
    },
  };
}
