/** Galleries created in this window, until the server's result. */
const pendingGalleries = new Map<string, Promise<unknown>>();

/** @param answer settles with the server's result for the gallery */
export function trackPendingGallery(galleryId: string, answer: Promise<unknown>): void {
  const forget = () => pendingGalleries.delete(galleryId);
  pendingGalleries.set(galleryId, answer.then(forget, forget));
}

/** Resolves once the server has stored or rejected the gallery: uploads need it to exist. */
export async function waitForGallery(galleryId: string): Promise<void> {
  await pendingGalleries.get(galleryId);
}
