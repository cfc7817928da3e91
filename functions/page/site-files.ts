import { escapeHtml } from '#core/domain/values/format.ts';
import type { SiteEntry } from './site-sitemaps.ts';

/* Files of websites for search engines. */

/** Pictures that a sitemap may name for one page. */
const MAX_IMAGES = 1000;

/** Returns the sitemap of a studio's website, with each page's languages and pictures. */
export function renderSitemap(entries: readonly SiteEntry[], origin: string): string {
  const urls = entries.flatMap(({ languages, updatedAt, images }) =>
    languages.map(({ href }) => {
      const links = languages.map(
        (one) => `<xhtml:link rel="alternate" hreflang="${one.language}" href="${escapeHtml(origin + one.href)}"/>`,
      );
      const pictures = images
        .slice(0, MAX_IMAGES)
        .map((path) => `<image:image><image:loc>${escapeHtml(origin + path)}</image:loc></image:image>`);
      const changed = updatedAt === null ? '' : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
      return `<url><loc>${escapeHtml(origin + href)}</loc>${changed}${links.length > 1 ? links.join('') : ''}${pictures.join('')}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${urls.join('')}</urlset>
`;
}

/** Paths that no search engine needs: the back office, and pages whose addresses are secret. */
const PRODUCT_PATHS = ['/app', '/login', '/reset-password', '/api/'];
const STUDIO_PATHS = ['/api/', '/booking/', '/invite/', '/proposal/'];
/** Logos and fonts, with which search engines render pages. */
const SHOWN_PATHS = ['/api/logos/', '/api/fonts/'];

interface Robots {
  /** Paths. */
  sitemaps: readonly string[];
  /** True for the product's own host, false for a studio's domain. */
  isProduct: boolean;
}

/** Returns the `robots.txt` of a host. */
export function renderRobots({ sitemaps, isProduct }: Robots, origin: string): string {
  const lines = [
    'User-agent: *',
    ...(isProduct ? PRODUCT_PATHS : STUDIO_PATHS).map((path) => `Disallow: ${path}`),
    ...SHOWN_PATHS.map((path) => `Allow: ${path}`),
    ...(sitemaps.length > 0 ? ['', ...sitemaps.map((path) => `Sitemap: ${origin}${path}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}
