/** Name of the cache in the service worker's settings (vite.config.ts). */
const HTML_CACHE = 'back-office-html';

/**
 * Registers the service worker that opens the back office without a network. A newer version takes over once every tab
 * of the old one is closed.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/sw.js', { scope: '/app' });
  await keepFirstHtml();
}

/** The very first visit is not controlled by the worker yet, so its HTML would not be kept: fetch it once more. */
async function keepFirstHtml(): Promise<void> {
  const cache = await caches.open(HTML_CACHE);
  if (!(await cache.match('/app'))) await cache.add('/app');
}
