/** Galleries made in this window, until the server has said that it has them too. */
const pendingGalleries = new Map<string, Promise<unknown>>();

/** @param answer settles with the server's word on the gallery. */
export function trackPendingGallery(galleryId: string, answer: Promise<unknown>): void {
  const forget = () => pendingGalleries.delete(galleryId);
  pendingGalleries.set(galleryId, answer.then(forget, forget));
}

/** Resolves when the server knows the gallery, or refused it: before that, nothing can be uploaded into it. */
export async function waitForGallery(galleryId: string): Promise<void> {
  await pendingGalleries.get(galleryId);
}
