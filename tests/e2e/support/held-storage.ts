import type { Page } from '@playwright/test';

export interface HeldStorage {
  /** Lets through what was kept, and all that follows. */
  release: () => void;
  /** How many objects were sent so far. */
  sent: () => number;
}

/** Keeps what a page sends to storage from arriving until it is released. */
export async function holdStorage(page: Page): Promise<HeldStorage> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent += 1;
      await promise;
      // A PUT that was paused meanwhile is nobody's.
      await route.continue().catch(() => undefined);
    },
  );
  return { release: resolve, sent: () => sent };
}
