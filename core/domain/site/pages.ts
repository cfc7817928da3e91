import { z } from 'zod';
import { linkKey } from '../galleries/gallery-link.ts';
import { rowId } from '../values/ids.ts';
import { type Language, LANGUAGES } from '../values/languages.ts';
import { isPlainJson, jsonBytes } from '../values/plain-json.ts';
import { instant, language, line, text } from '../values/primitives.ts';
import { JOURNAL } from './site-links.ts';

/*
 * Pages of a studio's website: their addresses, titles and settings. Their content are rows (core/domain/site/page-rows.ts).
 */

export const MAX_PAGES = 200;

/** First segments that belong to other pages, files and languages. */
const RESERVED_PATHS: ReadonlySet<string> = new Set([
  ...LANGUAGES,
  ...`add api app assets auth book booking client feed fonts gallery galleries index invite journal locales login logout null og p
    proposal reset-password robots rss search sent site sitemap static undefined ws zero`.split(/\s+/),
]);

/**
 * True for a path that a page cannot have. A readable gallery link, `title-8letters`, has the same address space below
 * `/p/{slug}/` and takes precedence: a page whose path could be one would be unreachable, so it is refused when written.
 */
function isReservedPath(path: string): boolean {
  const [first = '', ...rest] = path.split('/');
  return RESERVED_PATHS.has(first) || (rest.length === 0 && linkKey(path) !== null);
}

const PATH = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,3}$/;

/** Path of a page below the studio's address, without slashes at its ends: `about`, `weddings/prices`. */
export const pagePath = z.string().max(120).regex(PATH);

const PAGE_KINDS = ['page', 'post'] as const;
export const pageKind = z.enum(PAGE_KINDS);
export type PageKind = z.infer<typeof pageKind>;

/** True if the path suits the kind: `journal/…` for posts, any other that is not reserved for pages. */
export function isPathOf(kind: PageKind, path: string): boolean {
  if (!pagePath.safeParse(path).success) return false;
  if (kind === 'post') return path.startsWith(`${JOURNAL}/`) && path.split('/').length === 2;
  return !isReservedPath(path);
}

export const pageTitle = line.min(1).max(200);
const pageDescription = text.trim().max(1000);

/**
 * A page's texts in another language than the studio's. A page exists in a language once it has a title in it: then it
 * has an address of its own, `/{language}/{path}`.
 */
const pageTranslation = z.strictObject({
  title: pageTitle.optional(),
  description: pageDescription.optional(),
  menuTitle: line.max(60).optional(),
});

/** Settings of a page beside its path, title and description. */
export const pageSettings = z
  .object({
    kind: pageKind.optional(),
    /** Shown in the site's menu. */
    menu: z.boolean().optional(),
    /** Title in the menu; without it the page's title. */
    menuTitle: line.max(60).optional(),
    translations: z.partialRecord(language, pageTranslation).optional(),
    /** Title and description for search engines, if they differ from the page's own. */
    seoTitle: line.max(200).optional(),
    seoDescription: text.trim().max(500).optional(),
    /** Keeps search engines out. */
    noindex: z.boolean().optional(),
    /** Photo for link previews, and cover of a post. */
    photoId: rowId.nullable().optional(),
    /** Date of a post, epoch milliseconds. */
    date: instant.optional(),
  })
  .catchall(z.json());
export type PageSettings = z.infer<typeof pageSettings>;

/** Fields of a page beside its rows. */
export const pageMeta = z.strictObject({
  path: pagePath,
  title: pageTitle,
  description: pageDescription,
  layout: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  settings: pageSettings.refine((settings) => isPlainJson(settings) && jsonBytes(settings) <= 8192),
});
export type PageMeta = z.infer<typeof pageMeta>;

/** Returns the settings of a stored page; {} for malformed ones. */
export function readPageSettings(stored: unknown): PageSettings {
  return pageSettings.safeParse(stored).data ?? {};
}

/** Returns the languages in which a page exists; the studio's own is always one of them. */
export function pageLanguages(settings: PageSettings, studioLanguage: Language): Language[] {
  return LANGUAGES.filter((one) => one === studioLanguage || settings.translations?.[one]?.title);
}
