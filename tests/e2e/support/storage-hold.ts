import type { Page } from '@playwright/test';

export interface HeldStorage {
  /** Lets held and all later requests pass. */
  release: () => void;
  /** Number of objects sent so far. */
  sent: () => number;
}

/** Holds a page's requests to storage until they are released. */
export async function holdStorage(page: Page): Promise<HeldStorage> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent += 1;
      await promise;
      // A PUT paused during the hold has no client any more.
      await route.continue().catch(() => undefined);
    },
  );
  return { release: resolve, sent: () => sent };
}
