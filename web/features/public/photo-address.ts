/**
 * A photo's own address is the gallery's with `#photo={id}`: a fragment, so that all photos of a gallery are one page
 * to the server and to the cache, and so that opening one reloads nothing.
 */
export const photoHash = (photoId: string) => `#photo=${encodeURIComponent(photoId)}`;

/** The photo that a fragment names; null for every other fragment. */
export function photoFromHash(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('photo') || null;
}
