/** Deletes what the service worker keeps of a gallery (keep-for-offline.tsx), for a visitor whose access has ended. */
export async function forgetOffline(galleryId: string): Promise<void> {
  const names = 'caches' in window ? await caches.keys().catch(() => []) : [];
  for (const name of names.filter((each) => each.startsWith('gallery-'))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (request.url.includes(galleryId)) await cache.delete(request);
  }
}
