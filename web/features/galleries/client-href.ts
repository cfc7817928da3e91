/** A gallery's public page (spec §2). Another entry of the site: opened as a page, not routed to. */
export const publicGalleryHref = (slug: string, galleryId: string): string => `/p/${slug}/gallery/${galleryId}`;

/** The same with its origin, for people to be given. */
export const publicGalleryUrl = (slug: string, galleryId: string): string =>
  location.origin + publicGalleryHref(slug, galleryId);
