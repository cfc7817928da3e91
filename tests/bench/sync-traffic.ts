import type { Page } from '@playwright/test';

const POLL_MS = 50;

/** Watches the page's socket to zero-cache for rows. */
export function watchSyncTraffic(page: Page) {
  const traffic = {
    /** When the last rows arrived, in epoch milliseconds. */
    last: Date.now(),
    /** Resolves once no rows have arrived for `ms`. */
    async settled(ms: number): Promise<void> {
      while (Date.now() - traffic.last < ms) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    },
  };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('["poke')) traffic.last = Date.now();
    }),
  );
  return traffic;
}
