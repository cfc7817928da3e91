import { useEffect } from 'react';
import type { StudioSite } from '../shell/routes.ts';

/** Name of the cache in the service worker's settings (vite.config.ts). */
const HTML_CACHE = 'gallery-pages';

/**
 * Registers the service worker that shows a studio's galleries without a network, as far as they were seen: the HTML of
 * open galleries, scripts and pictures. It does not control the page that registers it: what this page has loaded is
 * requested again, from the browser's cache, and so kept.
 */
async function keepForOffline({ base }: StudioSite): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const isControlled = serviceWorker.controller !== null;
  const controls = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
  await serviceWorker.register('/gallery-sw.js', { scope: `${base}/` });
  if (isControlled) return;
  await controls;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  await caches.open(HTML_CACHE).then((cache) => cache.add(location.pathname));
  // One after another: all together would stop a slow phone's page for a tenth of a second while it is scrolled.
  for (const url of loaded) {
    if (url.startsWith(location.origin) && isKept(url)) await requestAgain(url).catch(() => {});
  }
}

/** An image's `Accept` differs from that of a script's request, and the browser's cache distinguishes them. */
function requestAgain(url: string): Promise<unknown> {
  if (!url.includes('/api/images/')) return fetch(url);
  const image = new Image();
  image.src = url;
  return image.decode();
}

/** True for the addresses that the worker keeps; no others may be requested twice. */
const isKept = (url: string) => /\/(assets|locales|api\/(images|fonts))\/|\/(theme|start)\.js|\/icon\.svg/.test(url);

/** Keeps this page for a visit without a network. */
export function KeepForOffline({ site }: { site: StudioSite }) {
  // A browser may refuse workers and storage: the gallery then needs the network.
  useEffect(() => void keepForOffline(site).catch(() => {}), [site]);
  return null;
}
