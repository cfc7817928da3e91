/** What a path shows. */
export type PagePath =
  | { page: 'app' }
  | { page: 'landing' }
  | { page: 'studio'; slug: string }
  | { page: 'book'; slug: string }
  /** A client's own booking, by the secret of its link. */
  | { page: 'booking'; slug: string; token: string }
  | { page: 'gallery' | 'invite'; slug: string; galleryId: string }
  /** Below a studio's address, but nothing we know. */
  | { page: 'unknown'; slug: string | null };

/** The back office's own paths (spec §2): one document for them all, without data of its own. */
const APP = /^\/(?:app(?:\/.*)?|login|reset-password)$/;

/** Reads a path as the browser's router will; still percent-encoded. */
export function readPagePath(path: string): PagePath {
  if (APP.test(path)) return { page: 'app' };
  const parts = path.split('/').filter(Boolean).map(decoded);
  if (parts.length === 0) return { page: 'landing' };
  const [root, slug, page, id, ...rest] = parts;
  if (root !== 'p' || !slug) return { page: 'unknown', slug: null };
  if (page === undefined) return { page: 'studio', slug };
  if (page === 'book' && id === undefined) return { page, slug };
  if (!id || rest.length > 0) return { page: 'unknown', slug };
  if (page === 'booking') return { page, slug, token: id };
  return page === 'gallery' || page === 'invite' ? { page, slug, galleryId: id } : { page: 'unknown', slug };
}

/** A malformed escape matches nothing, as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
