import type { PublicStudio } from '#core/api/public.ts';
import { escapeHtml } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { ICON_SIDES, logoIcon, readLogo } from '#core/domain/branding/logo.ts';
import { readStudioPhoto } from '#core/domain/branding/studio-photos.ts';
import { type ThemeAttributes, themeAttributes } from '#core/domain/branding/theme.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { textsIn } from '#core/domain/values/translations.ts';
import { formatText } from '../platform/texts.ts';
import type { PageData } from '#core/api/page-data.ts';
import type { OgImage } from './og-image.ts';
import type { PageFonts } from '../public-studio/page-fonts.ts';
import { browserNotice } from './browser-notice.ts';
import { businessScript } from './business-data.ts';
import { styleTags } from './inline-styles.ts';
import { withoutScript } from './no-script.ts';
import { type PlainEntry, refreshTags } from './plain-entry.ts';
import { scriptJson } from './script-json.ts';

const TEXTS = { en, es, ca } as const;

/** Metadata of a page for browsers, search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** False keeps search engines out of private pages. */
  index: boolean;
  /** The image of link previews, with its size in pixels and alternative text. */
  image: { path: string; width: number; height: number; alt: string } | null;
}

/** Returns the metadata of the back office. */
export function appHead(language: Language): PageHead {
  return { title: formatText(TEXTS[language], language, 'app.title'), description: '', index: false, image: null };
}

/** Returns the metadata of a public page. Without access it names the studio, but nothing of the gallery. */
export function pageHead(data: PageData, ogImage: OgImage | null, language: Language): PageHead {
  const text = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    formatText(TEXTS[language], language, key, values);
  switch (data.kind) {
    case 'landing':
      return {
        title: text('landing.title'),
        description: text('landing.description'),
        index: true,
        // web/public/landing.jpg: the cover of the landing page.
        image: { path: '/landing.jpg', width: 1200, height: 630, alt: text('landing.picture') },
      };
    case 'legal': {
      const title = text(`${data.document}.title`);
      return { title, description: '', index: true, image: null };
    }
    case 'developers':
      return { title: text('developers.title'), description: text('developers.description'), index: true, image: null };
    case 'studio': {
      const studio = data.studio.name;
      const description = excerpt(data.studio.bio) || text('studio.description', { studio });
      const shown = data.galleries.find(({ id }) => id === ogImage?.galleryId);
      const gallery = shown && textsIn(shown, language).name;
      const ofGallery = ogImage && gallery ? linkPreview(ogImage, text('gallery.picture', { gallery, studio })) : null;
      const image = coverPreview(data.studio) ?? ofGallery;
      return { title: studio, description, index: !data.sent, image };
    }
    case 'gallery': {
      const { name: gallery, description } = textsIn(data.gallery, language);
      const { photoCount, visibility } = data.gallery;
      const studio = data.studio.name;
      return {
        title: text('gallery.title', { gallery, studio }),
        description: excerpt(description) || text('gallery.description', { count: photoCount, studio }),
        index: visibility === 'public',
        image: ogImage && linkPreview(ogImage, text('gallery.picture', { gallery, studio })),
      };
    }
    case 'gallery-access': {
      const studio = data.studio.name;
      return { title: studio, description: text('door.description', { studio }), index: false, image: null };
    }
    case 'book': {
      const studio = data.studio.name;
      const description = text('book.description', { studio });
      return { title: text('book.title', { studio }), description, index: true, image: coverPreview(data.studio) };
    }
    case 'booking': {
      const title = text('booking.title', { studio: data.studio.name });
      return { title, description: '', index: false, image: null };
    }
    case 'add':
    case 'client':
    case 'proposal': {
      const title = text(`${data.kind}.title`, { studio: data.studio.name });
      return { title, description: '', index: false, image: null };
    }
    case 'not-found':
      return { title: data.studio?.name ?? text('notFound.title'), description: '', index: false, image: null };
  }
}

/** Returns the studio's cover as the image of link previews; null without one. */
export function coverPreview({ coverPhoto, name }: PublicStudio): PageHead['image'] {
  const photo = readStudioPhoto(coverPhoto);
  return photo && { path: photo.src, width: photo.width, height: photo.height, alt: name };
}

export function linkPreview({ galleryId, token }: OgImage, alt: string): PageHead['image'] {
  // As drawn by functions/galleries/og-image-drawing.ts, with a cover of any size.
  return { path: `/og/${galleryId}/${token}.jpg`, width: 1200, height: 630, alt };
}

/** Shortens a text to the length of link previews, at a word boundary. */
function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/\s\S*$/, '')}…`;
}

/** Configuration in every page, so that one browser build serves every stage and port. */
export interface PublicConfig {
  supabaseUrl: string;
  supabaseAnonKey: string;
  zeroUrl: string;
  /** Sign-in providers, in the order of their buttons. */
  authProviders: readonly string[];
  /** True where an SMS provider is configured. */
  phoneSignIn: boolean;
  /** Turnstile's site key; null disables the captcha. */
  captchaSiteKey: string | null;
  /** PostHog's project key, and Sentry's address for browsers; null without. */
  analyticsKey: string | null;
  errorsDsn: string | null;
  /** Host that studios' own domains point to, and the first month that they pay for; null where there is none. */
  domainTarget: string | null;
  /** True where studios can take payments by card. */
  cardPayments: boolean;
  billingFrom: string | null;
  /** True where there are legal pages. */
  hasTerms: boolean;
}

interface PageContent {
  head: PageHead;
  language: Language;
  /** URL of the page, without query. */
  url: string;
  origin: string;
  config: PublicConfig;
  /** Slug of the page's studio, if known. */
  slug: string | null;
  /** Null in the back office and on the sign-in page, which have their data otherwise. */
  data: PageData | null;
  /** Null for pages that only their script renders. */
  markup: PageMarkup | null;
  /** How the page continues without a script; null where it cannot. */
  entry: PlainEntry | null;
  /** The studio's own fonts, if any. */
  fonts: PageFonts | null;
  /** Path of the studio's uploaded icon; empty for that of its logo. */
  favicon: string;
}

/** A page rendered by the browser's components, and the texts of its language for the page's script. */
export interface PageMarkup {
  html: string;
  texts: unknown;
}

/** Fills a built template: `<html lang>` and its theme, `<!--head-->`, `<!--data-->` and `#root`. */
export function renderPage(template: string, content: PageContent): string {
  const { data, markup } = content;
  const studio = studioOf(data);
  const themed = withTheme(
    isDelayed(content) ? withScriptsLater(template) : template,
    studio && themeAttributes(studio.theme),
  );
  return withIcons(themed, content.favicon || studio?.logoUrl || studio?.logoDarkUrl)
    .replace(/(<html[^>]*) lang="[^"]*"/, (_, start: string) => {
      return `${start} lang="${content.language}"${schemeAttribute(data)}`;
    })
    .replace('<!--head-->', () => headTags(content).join('\n    '))
    .replace('<div id="root"></div>', (root) => {
      const shown = markup ? `<div id="root">${markup.html}</div>` : root;
      const plain = withoutScript(data, content.language, { hasFrame: markup !== null, entry: content.entry });
      return browserNotice(data, content.language) + shown + plain;
    })
    .replace('<!--data-->', () =>
      [...(data ? [jsonScript('page-data', data)] : []), ...(markup ? [jsonScript('texts', markup.texts)] : [])].join(
        '',
      ),
    );
}

/** True for a page whose scripts wait for its first paint: the sign-in page has no pictures that they would delay. */
const isDelayed = ({ data, markup }: Pick<PageContent, 'data' | 'markup'>) => data !== null && markup !== null;

/** Returns the studio of a page; null for the product's own. */
export const studioOf = (data: PageData | null): PublicStudio | null =>
  (data && 'studio' in data && data.studio) || null;

/** The colour scheme of a gallery, for `theme.js` and for browsers without scripts; nothing leaves it to the visitor. */
function schemeAttribute(data: PageData | null): string {
  const scheme = data?.kind === 'gallery' ? data.gallery.design.colors : undefined;
  return scheme ? ` data-scheme="${scheme}" data-theme="${scheme}"` : '';
}

/** Adds a studio's theme: the names of its look on `<html>`, and the colours of the browser's bars. */
export function withTheme(template: string, theme: ThemeAttributes | null): string {
  if (!theme) return template;
  const { look, bars } = theme;
  return template
    .replace('<html ', () => `<html data-look="${look}" `)
    .replace(/(\(prefers-color-scheme: light\)" content=")[^"]*/, (_, start: string) => start + bars.light)
    .replace(/(\(prefers-color-scheme: dark\)" content=")[^"]*/, (_, start: string) => start + bars.dark);
}

/** Replaces our icons by those of a studio's uploaded icon or logo. */
function withIcons(template: string, path: string | undefined): string {
  if (!readLogo(path)) return template;
  const [tab, touch] = ICON_SIDES.map((side) => `/api${logoIcon(path!, side)}`);
  return template
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${tab}" type="image/png" sizes="32x32">`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, () => `<link rel="apple-touch-icon" href="${touch}">`);
}

/** The built document's script and the preloads of its parts. */
const SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

/**
 * Moves the page's scripts into a template, from which `start.js` takes them after the first paint: on a slow line
 * they would take their share from styles and cover.
 */
function withScriptsLater(template: string): string {
  const scripts =
    template
      .match(SCRIPTS)
      ?.map((tag) => tag.trim())
      .join('') ?? '';
  return template
    .replaceAll(SCRIPTS, '')
    .replace('</body>', () => `<template id="scripts">${scripts}</template></body>`);
}

/** Pages whose URL has a token. */
const SECRET_KINDS: ReadonlySet<PageData['kind']> = new Set(['booking', 'add', 'client', 'proposal']);

function headTags(content: PageContent): string[] {
  const { head, url, origin, config, slug, data, fonts, entry } = content;
  const { title, description, index } = head;
  // The URL of a booking, a guests' upload or a client's page is secret: send no referrer, and put it into no link
  // preview.
  const isSecret = data !== null && SECRET_KINDS.has(data.kind);
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(description ? [meta('name', 'description', description)] : []),
    ...(data && !index ? [meta('name', 'robots', 'noindex')] : []),
    ...(slug ? [meta('name', 'public-layout', 'true'), meta('name', 'photographer-slug', slug)] : []),
    ...(isSecret ? [meta('name', 'referrer', 'no-referrer')] : []),
    ...(data && data.kind !== 'not-found' && !isSecret
      ? [`<link rel="canonical" href="${escapeHtml(url)}">`, ...openGraph(head, url, origin)]
      : []),
    ...(data?.kind === 'studio' && index ? [businessScript(data.studio, url, origin)] : []),
    ...styleTags(studioOf(data), fonts),
    ...refreshTags(entry),
    jsonScript('config', config),
    // The back office's script fetches its texts: without the link they would wait for it.
    ...(data === null && content.markup === null
      ? [`<link rel="preload" as="fetch" crossorigin href="/locales/${content.language}/back-office.json">`]
      : []),
    ...(isDelayed(content) ? ['<script async src="/start.js"></script>'] : []),
  ];
}

export function openGraph({ title, description, image }: PageHead, url: string, origin: string): string[] {
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    ...(description ? [meta('property', 'og:description', description)] : []),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...(image
      ? [
          meta('property', 'og:image', origin + image.path),
          meta('property', 'og:image:width', String(image.width)),
          meta('property', 'og:image:height', String(image.height)),
          meta('property', 'og:image:alt', image.alt),
        ]
      : []),
  ];
}

export function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

function jsonScript(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;
}
