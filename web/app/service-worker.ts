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

/** Fetches the HTML again on the first visit: the worker does not control that page yet and would not cache it. */
async function keepFirstHtml(): Promise<void> {
  const cache = await caches.open(HTML_CACHE);
  if (await cache.match('/app')) return;
  // Fails without a network, or when the page is left meanwhile: the next visit tries again.
  await cache.add('/app').catch(() => {});
}
