import type { ReactNode } from 'react';
import type { SitePageData } from '#core/api/site-page.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { HOME, isSiteLink, JOURNAL } from '#core/domain/site/site-links.ts';

/** Returns the address of a link; null if it leads nowhere: a page that is not published, or no valid link. */
export function hrefOf(data: SitePageData, link: string | undefined): string | null {
  if (link === HOME) return data.hrefs[HOME] ?? null;
  if (link === undefined || !isSiteLink(link.trim())) return null;
  if (link === 'book') return data.booking ? builtInHref(data, 'book') : null;
  if (link === JOURNAL) return data.posts.length > 0 ? `${data.base}/${JOURNAL}` : null;
  if (link.startsWith('page:')) return data.hrefs[link.slice('page:'.length)] ?? null;
  if (link.startsWith('gallery:')) {
    const id = link.slice('gallery:'.length);
    const gallery = data.galleries.find((one) => one.id === id);
    return builtInHref(data, gallery ? galleryLink(gallery) : `gallery/${id}`);
  }
  return link.trim();
}

/**
 * Returns the address of a built-in page. Its path has no language, so the query carries that of a translated page; the
 * studio's own language is left to the visitor's cookie and browser.
 */
export function builtInHref({ base, language, studio }: SitePageData, path: string): string {
  return `${base}/${path}${language === studio.language ? '' : `?lng=${language}`}`;
}

interface SiteLinkProps {
  data: SitePageData;
  link: string | undefined;
  className?: string | undefined;
  /** Name of a link whose content has none. */
  label?: string | undefined;
  children: ReactNode;
}

/** A link; only its content if it leads nowhere. */
export function SiteLink({ data, link, className, label, children }: SiteLinkProps) {
  const href = hrefOf(data, link);
  if (href === null) return children;
  return (
    <a
      href={href}
      className={className}
      aria-label={label || undefined}
      rel={/^https?:/i.test(href) ? 'noopener' : undefined}
    >
      {children}
    </a>
  );
}
