/** Metadata of the page about the host: a studio's own domain has one of the two. */
interface SiteMeta {
  publicLayout: boolean;
  photographerSlug: string | null;
}

/** Base path of a studio's pages: `/p/{slug}` on the shared origin, '' on a studio's own domain. */
export interface StudioSite {
  /** Null on an own domain without a slug in its metadata; the page data then names it. */
  slug: string | null;
  base: string;
}

export type PublicRoute =
  | { page: 'landing' }
  | { page: 'studio'; site: StudioSite }
  | { page: 'gallery'; site: StudioSite; galleryId: string }
  | { page: 'invite'; site: StudioSite; galleryId: string }
  | { page: 'book'; site: StudioSite }
  | { page: 'booking'; site: StudioSite; token: string }
  | { page: 'add'; site: StudioSite; token: string }
  | { page: 'proposal'; site: StudioSite; token: string }
  /** Without a token: where a client asks for their link. */
  | { page: 'client'; site: StudioSite; token: string | null }
  | { page: 'not-found'; site: StudioSite | null };

export function readSiteMeta(document: Document): SiteMeta {
  const content = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim();
  return {
    publicLayout: content('public-layout') === 'true',
    photographerSlug: content('photographer-slug') || null,
  };
}

/**
 * Matches a path. The public pages need no router, since each is a page load of its own. `/p/…` works on every host;
 * the same pages are at `/` if the metadata says so.
 * @param galleryId of the page's data: the server found it by a readable link, `/p/{slug}/{name}-{key}`
 */
export function matchRoute(pathname: string, meta: SiteMeta, galleryId: string | null = null): PublicRoute {
  const parts = pathname.split('/').filter(Boolean).map(decodePart);
  if (parts[0] === 'p' && parts[1]) {
    return matchStudio(galleryId, parts.slice(2), { slug: parts[1], base: `/p/${encodeURIComponent(parts[1])}` });
  }
  if (meta.publicLayout || meta.photographerSlug) {
    return matchStudio(galleryId, parts, { slug: meta.photographerSlug, base: '' });
  }
  return parts.length === 0 ? { page: 'landing' } : { page: 'not-found', site: null };
}

function matchStudio(galleryId: string | null, parts: readonly string[], site: StudioSite): PublicRoute {
  const [page, id, ...rest] = parts;
  if (page === undefined || (page === 'sent' && id === undefined)) return { page: 'studio', site };
  if (page === 'book' && id === undefined) return { page, site };
  if (page === 'client' && rest.length === 0) return { page, site, token: id ?? null };
  if (id === undefined && galleryId !== null) return { page: 'gallery', site, galleryId };
  if (id === undefined || rest.length > 0) return { page: 'not-found', site };
  if (page === 'booking' || page === 'add' || page === 'proposal') return { page, site, token: id };
  if (page === 'gallery' || page === 'invite') return { page, site, galleryId: id };
  return { page: 'not-found', site };
}

/** Decodes a path segment. Returns a malformed escape unchanged: it comes from typing and matches nothing. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const studioHref = (site: StudioSite) => site.base || '/';
export const galleryHref = (site: StudioSite, galleryId: string) => `${site.base}/gallery/${galleryId}`;
export const clientHref = (site: StudioSite) => `${site.base}/client`;
export const bookHref = (site: StudioSite) => `${site.base}/book`;
