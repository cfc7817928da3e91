import type { SitePageData, SiteSearchData } from '#core/api/site-page.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import { ICON_SIDES, logoIcon, readLogo } from '#core/domain/branding/logo.ts';
import { HOUSE_THEME, themeAttributes, themeTokens } from '#core/domain/branding/theme.ts';
import type { OgImage } from './og-image.ts';
import type { PageFonts } from '../public-studio/page-fonts.ts';
import { styleTags } from './inline-styles.ts';
import { coverPreview, linkPreview, meta, openGraph, type PageHead, withTheme } from './render.ts';
import { scriptJson } from './script-json.ts';
import { codeStyle, consentBar, type SiteCode } from './site-code.ts';
import type { FoundSite } from './site-data.ts';
import type { SiteSearch } from './site-pages.ts';
import type { SitePreview } from './site-photos.ts';
import { searchData } from './site-search-data.ts';

/** A page as web/app/page-markup.tsx renders it. */
export interface SiteMarkup {
  html: string;
  /** Sources of the first photo; null without one. */
  preload: { srcSet: string; sizes: string } | null;
  searchData: SiteSearchData;
  /** Origins that the page frames. */
  frames: readonly string[];
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
  trail: FoundSite['trail'];
  isMissing: boolean;
}

/** Fills the built template of websites: `<html lang>` and the theme, `<!--head-->` and `<!--site-->`. */
export function renderSitePage(template: string, content: SiteContent): string {
  const { code } = content;
  const { language, studio } = content.site;
  return withTheme(template, themeAttributes(studio.theme))
    .replace(/(<html[^>]*) lang="[^"]*"/, (_, start: string) => `${start} lang="${language}"`)
    .replace('<!--head-->', () => headTags(content).join('\n    '))
    .replace('</head>', () => `${codeStyle(code)}</head>`)
    .replace('<!--site-->', () => content.markup.html + consentBar(code, language, studio.name));
}

function headTags(content: SiteContent): string[] {
  const { site, search, markup, ogImage, preview: photo, fonts, origin, trail, isMissing } = content;
  const { page, studio, language, languages } = site;
  const { settings } = page;
  const isOwnLanguage = language === studio.language;
  const title =
    (isOwnLanguage && settings.seoTitle) || `${page.title} – ${(isOwnLanguage && search.title) || studio.name}`;
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
    ...(isMissing ? [] : [`<link rel="canonical" href="${escapeHtml(url)}">`, ...openGraph(head, url, origin)]),
    ...(languages.length > 1 ? alternates(site, origin) : []),
    ...(isMissing ? [] : neighbours(site, origin)),
    ...(site.feed ? [feedLink(site.feed, studio.name, origin)] : []),
    ...icons(studio, content.favicon),
    ...styleTags(studio, fonts),
    ...(markup.preload ? [preload(markup.preload)] : []),
    ...(isMissing
      ? []
      : [
          `<script type="application/ld+json">${scriptJson(searchData(site, markup.searchData, { title, description, url, origin, trail }))}</script>`,
        ]),
  ];
}

/** The studio's uploaded icon, or its logo's, or else the first letter of its name in its colours. */
function icons({ name, logoUrl, logoDarkUrl, theme }: SitePageData['studio'], favicon: string): string[] {
  const path = [favicon, logoUrl, logoDarkUrl].find((one) => readLogo(one));
  if (path) {
    const [tab, touch] = ICON_SIDES.map((side) => `/api${logoIcon(path, side)}`);
    return [
      `<link rel="icon" href="${tab}" type="image/png" sizes="32x32">`,
      `<link rel="apple-touch-icon" href="${touch}">`,
    ];
  }
  const { light } = themeTokens(theme.updatedAt > 0 ? theme : HOUSE_THEME);
  const [letter = ''] = name.trim().toUpperCase();
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${light['accent']}"/><text x="16" y="22.5" font-family="Georgia,serif" font-size="19" text-anchor="middle" fill="${light['on-accent']}">${escapeHtml(letter)}</text></svg>`;
  return [`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(picture)}">`];
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

/** Names the pages before and after this one of the list of posts. */
function neighbours({ journal }: SitePageData, origin: string): string[] {
  const link = (rel: string, path: string | null | undefined) =>
    path ? [`<link rel="${rel}" href="${escapeHtml(origin + path)}">`] : [];
  return [...link('prev', journal?.newer), ...link('next', journal?.older)];
}

/** Names the feed of posts to readers of feeds, which look for it on every page. */
function feedLink(feed: string, studio: string, origin: string): string {
  return `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(studio)}" href="${escapeHtml(origin + feed)}">`;
}

function preload({ srcSet, sizes }: { srcSet: string; sizes: string }): string {
  return `<link rel="preload" as="image" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}
