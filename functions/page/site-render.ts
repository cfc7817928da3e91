import type { SitePageData } from '#core/api/site-page.ts';
import { escapeHtml } from '#core/domain/format.ts';
import { FEED } from '#core/domain/site-links.ts';
import type { OgImage } from './data.ts';
import type { PageFonts } from './fonts.ts';
import {
  coverPreview,
  fontTags,
  linkPreview,
  meta,
  openGraph,
  type PageHead,
  scriptJson,
  withIcons,
} from './render.ts';
import { codeStyle, consentBar, type SiteCode } from './site-code.ts';
import type { SiteEntry, SitePreview, SiteSearch } from './site-data.ts';

/** A page as web/app/page-markup.tsx renders it. */
export interface SiteMarkup {
  html: string;
  /** Sources of the first photo; null without one. */
  preload: { srcSet: string; sizes: string } | null;
  searchData: { questions: readonly { question: string; answer: string }[] };
}

interface SiteContent {
  fonts: PageFonts | null;
  site: SitePageData;
  search: SiteSearch;
  markup: SiteMarkup;
  ogImage: OgImage | null;
  /** Precedes `ogImage`. */
  preview: SitePreview | null;
  origin: string;
  favicon: string;
  /** With its script on the studio's own domain only. */
  code: SiteCode;
}

/** Fills the built template of websites: `<html lang>`, `<!--head-->` and `<!--site-->`. */
export function renderSitePage(template: string, content: SiteContent): string {
  const { code, favicon, site } = content;
  return withIcons(template, favicon || site.studio.logoUrl || site.studio.logoDarkUrl)
    .replace(/<html lang="[^"]*"/, () => `<html lang="${content.site.language}"`)
    .replace('<!--head-->', () => headTags(content).join('\n    '))
    .replace('</head>', () => `${codeStyle(code)}</head>`)
    .replace('<!--site-->', () => content.markup.html + consentBar(code, site.language, site.studio.name));
}

function headTags({ site, search, markup, ogImage, preview: photo, fonts, origin }: SiteContent): string[] {
  const { page, studio, language, languages } = site;
  const { settings } = page;
  const isOwnLanguage = language === studio.language;
  const title = (isOwnLanguage && settings.seoTitle) || `${page.title} – ${search.title || studio.name}`;
  const description =
    (isOwnLanguage && settings.seoDescription) || page.description || (isOwnLanguage ? search.description : '');
  const image = photo
    ? { ...photo, alt: page.title }
    : ogImage
      ? linkPreview(ogImage, studio.name)
      : coverPreview(studio);
  const head: PageHead = { title, description, index: !settings.noindex, image };
  const url = origin + site.href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(description ? [meta('name', 'description', description)] : []),
    ...(settings.noindex ? [meta('name', 'robots', 'noindex')] : []),
    meta('name', 'public-layout', 'true'),
    meta('name', 'photographer-slug', studio.slug),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...(languages.length > 1 ? alternates(site, origin) : []),
    ...(site.posts.length > 0 ? [feedLink(site, origin)] : []),
    ...openGraph(head, url, origin),
    ...fontTags(fonts),
    ...(markup.preload ? [preload(markup.preload)] : []),
    `<script type="application/ld+json">${scriptJson(searchData(site, markup, { title, description, url }, origin))}</script>`,
  ];
}

function alternates({ languages, studio }: SitePageData, origin: string): string[] {
  const link = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(origin + href)}">`;
  const own = languages.find(({ language }) => language === studio.language);
  return [
    ...languages.map(({ language, href }) => link(language, href)),
    ...(own ? [link('x-default', own.href)] : []),
  ];
}

/** Names the feed of posts to readers of feeds, which look for it on every page. */
function feedLink({ base, language, studio }: SitePageData, origin: string): string {
  const prefix = language === studio.language ? '' : `/${language}`;
  const href = escapeHtml(`${origin}${base}${prefix}/${FEED}`);
  return `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(studio.name)}" href="${href}">`;
}

function preload({ srcSet, sizes }: { srcSet: string; sizes: string }): string {
  return `<link rel="preload" as="image" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}

/** Schema.org data: the studio as a business, a post as an article, questions as an FAQ. */
function searchData(
  { studio, page, base, language }: SitePageData,
  { searchData: { questions } }: SiteMarkup,
  { title, description, url }: { title: string; description: string; url: string },
  origin: string,
): object {
  const business = {
    '@type': 'LocalBusiness',
    '@id': `${origin}${base}#studio`,
    name: studio.name,
    url: origin + base,
    ...(studio.email && { email: studio.email }),
    ...(studio.phone && { telephone: studio.phone }),
    ...(studio.address && { address: studio.address }),
    ...(studio.socialMedia.length > 0 && { sameAs: studio.socialMedia.map((one) => one.url) }),
  };
  const { date, kind } = page.settings;
  const post = {
    '@type': 'BlogPosting',
    headline: title,
    url,
    inLanguage: language,
    ...(description && { description }),
    ...(date !== undefined && { datePublished: new Date(date).toISOString() }),
    author: { '@id': business['@id'] },
  };
  const faq = {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  const graph = [business, ...(kind === 'post' ? [post] : []), ...(questions.length > 0 ? [faq] : [])];
  return { '@context': 'https://schema.org', '@graph': graph };
}

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
      const changed = new Date(updatedAt).toISOString();
      return `<url><loc>${escapeHtml(origin + href)}</loc><lastmod>${changed}</lastmod>${links.length > 1 ? links.join('') : ''}${pictures.join('')}</url>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${urls.join('')}</urlset>
`;
}
