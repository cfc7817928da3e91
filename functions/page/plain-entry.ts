import type { PageData } from '#core/api/page-data.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import { plainGalleryPath } from '../galleries/plain-gallery-path.ts';
import type { PagePath } from './page-path.ts';

/**
 * How a browser without scripts gets what only the visitor's own requests are answered with: by the address of a plain
 * page of the API, or by a form that sends the token of an invitation, because no visit of a program may accept it.
 */
export type PlainEntry = { href: string } | { action: string; token: string };

/**
 * Returns the entry of a page; null for one without.
 * @param query of the page's address, as far as the edge passes it on
 */
export function plainEntry(path: PagePath, data: PageData, query: string): PlainEntry | null {
  if (data.kind === 'client' && path.page === 'client' && path.token !== null) {
    return { href: `/api/p/${data.studio.slug}/client/${encodeURIComponent(path.token)}/page` };
  }
  if (data.kind !== 'gallery-access') return null;
  const { slug } = data.studio;
  if (path.page === 'invite') {
    const token = new URLSearchParams(query).get('token');
    return token ? { action: `/api/p/${slug}/invite/${encodeURIComponent(data.galleryId)}/page`, token } : null;
  }
  // The visitor may have opened it: the page function, which gets no cookie, cannot know.
  const isClosed = data.access === 'password_required' || data.access === 'signin_required';
  return isClosed ? { href: plainGalleryPath(slug, data.galleryId) } : null;
}

/** Returns the element of a page's head that opens its plain page where no script runs. */
export const refreshTags = (entry: PlainEntry | null): string[] =>
  entry && 'href' in entry
    ? [`<noscript><meta http-equiv="refresh" content="0;url=${escapeHtml(entry.href)}"></noscript>`]
    : [];
