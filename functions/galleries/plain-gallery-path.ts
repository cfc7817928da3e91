/** Returns the path of the page that a gallery has without a script; one that is open to everybody has its own. */
export const plainGalleryPath = (slug: string, galleryId: string): string =>
  `/api/p/${slug}/gallery/${encodeURIComponent(galleryId)}/page`;
