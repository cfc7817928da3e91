import { type Language, LANGUAGES } from '../values/languages.ts';
import { type Block, isKnownBlock, type KnownBlock, type SiteRichText } from './page-blocks.ts';
import { type Row } from './page-rows.ts';
import { pageLanguages, type PageSettings } from './pages.ts';
import { inLanguage } from '../values/per-language.ts';
import { emptiness, linksOf, photosOf, plainText, textsOf } from './site-blocks.ts';
import { JOURNAL } from './site-links.ts';
import { MAX_PHONE_BYTES, pageWeight } from './site-weight.ts';
import { type StudioTheme, themeTokens } from '../branding/theme.ts';

/*
 * Rules that a studio's website is checked by before it is published. Pure: the editor runs them while a person types.
 */

/** `blocks`: the page cannot be published like this. */
export type CheckSeverity = 'blocks' | 'warns';

const CHECK_RULES = [
  'path',
  'photo',
  'hiddenPhoto',
  'gallery',
  'link',
  'empty',
  'emptyPage',
  'alt',
  'headings',
  'description',
  'longTitle',
  'sameTitle',
  'language',
  'translation',
  'weight',
  'contrast',
] as const;
export type CheckRule = (typeof CHECK_RULES)[number];

export interface SiteCheck {
  severity: CheckSeverity;
  rule: CheckRule;
  /** Null for the whole site. */
  pageId: string | null;
  /** The first part that it concerns. */
  blockId?: string;
  /** Values of the rule's text. */
  values?: Readonly<Record<string, string | number>>;
}

export interface CheckedPage {
  id: string;
  path: string;
  title: string;
  description: string;
  rows: readonly Row[];
  settings: PageSettings;
}

/** A photo outside the trash. */
export interface CheckedPhoto {
  name: string;
  /** Displayed pixels. */
  width: number;
  height: number;
  /** Of the original; null for one that says nothing about its pictures, as a RAW. */
  bytes: number | null;
  /** Its gallery is public, or the studio recorded that the website may show it. */
  isAllowed: boolean;
  /** Visitors of the website see it: it is allowed, ready and not hidden. */
  isShown: boolean;
}

/** A gallery outside the trash. */
export interface CheckedGallery {
  name: string;
  /** Published and not expired: a link to it leads somewhere. */
  isOpen: boolean;
  /** Open for everybody: pages show its photos. */
  isPublic: boolean;
  photoCount: number;
}

export interface CheckedSite {
  pages: readonly CheckedPage[];
  studioLanguage: Language;
  theme: StudioTheme;
  photos: ReadonlyMap<string, CheckedPhoto>;
  galleries: ReadonlyMap<string, CheckedGallery>;
  /** Visitors can book online. */
  booking: boolean;
}

/** Characters of a title and a description that search engines show, about. */
export const SEARCH_TITLE_LENGTH = 60;
export const SEARCH_DESCRIPTION_LENGTH = 160;

/** Returns all findings: those of the site, then page by page, blocking ones first. */
export function checkSite(site: CheckedSite): SiteCheck[] {
  return [...checkTheme(site.theme), ...site.pages.flatMap((page) => checkPage(site, page))];
}

/** Returns the findings about one page of the site, blocking ones first. */
export function checkPage(site: CheckedSite, page: CheckedPage): SiteCheck[] {
  const found = [
    ...checkMeta(site, page),
    ...checkHeadings(site, page),
    ...blocksOf(page).flatMap((block) => checkBlock(site, page, block)),
    ...checkLanguages(site, page),
    ...checkWeight(site, page),
  ];
  const bySeverity = (wanted: CheckSeverity) => found.filter(({ severity }) => severity === wanted);
  return [...bySeverity('blocks'), ...bySeverity('warns')];
}

const warn = (rule: CheckRule, page: CheckedPage, more: Pick<SiteCheck, 'blockId' | 'values'> = {}): SiteCheck => ({
  severity: 'warns',
  rule,
  pageId: page.id,
  ...more,
});

const blocking = (...args: Parameters<typeof warn>): SiteCheck => ({ ...warn(...args), severity: 'blocks' });

export function blocksOf({ rows }: Pick<CheckedPage, 'rows'>): (Block & KnownBlock)[] {
  return rows.flatMap(({ cells }) => cells.flatMap(({ blocks }) => blocks)).filter(isKnownBlock);
}

function checkMeta({ pages, photos }: CheckedSite, page: CheckedPage): SiteCheck[] {
  const { settings } = page;
  const title = (settings.seoTitle || page.title).trim();
  const sameTitle = pages.find((one) => one.id !== page.id && normal(one.title) === normal(page.title));
  const samePath = pages.find((one) => one.id !== page.id && one.path === page.path);
  return [
    ...(samePath ? [blocking('path', page, { values: { title: samePath.title } })] : []),
    ...(settings.photoId ? checkPhoto(photos, page, settings.photoId) : []),
    ...(blocksOf(page).length === 0 ? [warn('emptyPage', page)] : []),
    // A page that search engines must not list needs no texts for them.
    ...(settings.noindex
      ? []
      : [
          ...((settings.seoDescription || page.description).trim() ? [] : [warn('description', page)]),
          ...(title.length > SEARCH_TITLE_LENGTH ? [warn('longTitle', page, { values: { count: title.length } })] : []),
          ...(sameTitle ? [warn('sameTitle', page, { values: { path: sameTitle.path } })] : []),
        ]),
  ];
}

const normal = (title: string) => title.trim().toLowerCase();

/** Headings must not skip a level, nor be two of the first: screen readers offer them as the page's outline. */
function checkHeadings({ studioLanguage }: CheckedSite, page: CheckedPage): SiteCheck[] {
  const levels = blocksOf(page).flatMap((block) => levelsOf(block, studioLanguage));
  const isPost = page.settings.kind === 'post';
  // The renderer writes the page's title as the first heading if no block is one; a post always has its own.
  let before = 1;
  let firsts = isPost ? 1 : 0;
  for (const { level, blockId } of levels) {
    if (level === 1 && ++firsts > 1) return [warn('headings', page, { blockId, values: { level } })];
    if (level > before + 1) return [warn('headings', page, { blockId, values: { level } })];
    before = level;
  }
  return [];
}

function levelsOf(block: Block & KnownBlock, language: Language): { level: number; blockId: string }[] {
  const at = (level: number) => ({ level, blockId: block.id });
  if (block.kind === 'heading') {
    return inLanguage<string>(block.text, language, language)?.trim() ? [at(block.level ?? 2)] : [];
  }
  // Headings within a text continue those above it (web/site/heading-level.ts).
  return [];
}

/** Photos in the trash and hidden ones are only absent; publishing one that strangers may not see is refused. */
function checkPhoto(photos: CheckedSite['photos'], page: CheckedPage, photoId: string, blockId?: string): SiteCheck[] {
  const photo = photos.get(photoId);
  if (photo?.isShown) return [];
  const more = { ...(blockId && { blockId }), values: { photoId, name: photo?.name ?? '' } };
  return [photo && !photo.isAllowed ? blocking('photo', page, more) : warn('hiddenPhoto', page, more)];
}

function checkBlock(site: CheckedSite, page: CheckedPage, block: Block & KnownBlock): SiteCheck[] {
  const at = { blockId: block.id };
  const found: SiteCheck[] = [];
  const photos = photosOf(block);
  for (const { photoId } of photos) {
    found.push(...checkPhoto(site.photos, page, photoId, block.id));
  }
  if (block.kind === 'gallery' && block.mode === 'live' && block.galleryId) {
    const gallery = site.galleries.get(block.galleryId);
    if (!gallery?.isPublic) found.push(warn('gallery', page, { ...at, values: { name: gallery?.name ?? '' } }));
  }
  if (emptiness(block) || (block.kind === 'booking' && !site.booking)) found.push(warn('empty', page, at));
  if (linksOf(block).some((link) => !leadsSomewhere(site, link))) found.push(warn('link', page, at));
  const silent = photos.filter(({ alt }) => !inLanguage<string>(alt, site.studioLanguage, site.studioLanguage)?.trim());
  if (silent.length > 0) found.push(warn('alt', page, { ...at, values: { count: silent.length } }));
  return found;
}

function leadsSomewhere({ pages, galleries, booking }: CheckedSite, link: string): boolean {
  if (link === 'book') return booking;
  if (link === JOURNAL) return pages.some(({ settings }) => settings.kind === 'post');
  const [kind, id = ''] = link.split(':', 2);
  if (kind === 'page') return pages.some((page) => page.id === id);
  return kind !== 'gallery' || galleries.get(id)?.isOpen === true;
}

/** Warns of languages that other pages of the site have and this one lacks, and of its texts that lack one of its own. */
function checkLanguages({ pages, studioLanguage }: CheckedSite, page: CheckedPage): SiteCheck[] {
  const own = pageLanguages(page.settings, studioLanguage);
  const ofSite = LANGUAGES.filter((one) =>
    pages.some(({ settings }) => pageLanguages(settings, studioLanguage).includes(one)),
  );
  return ofSite.flatMap((language) => {
    if (language === studioLanguage) return [];
    if (!own.includes(language)) return [warn('language', page, { values: { language } })];
    const missing = blocksOf(page).filter((block) =>
      textsOf(block).some((text) => hasText(text, studioLanguage) && !isTranslated(text, language)),
    );
    const [first] = missing;
    return first ? [warn('translation', page, { blockId: first.id, values: { language, count: missing.length } })] : [];
  });
}

function hasText(text: SiteRichText, language: Language): boolean {
  return plainText(inLanguage<unknown>(text, language, language)) !== '';
}

/** A text without languages is in the studio's. */
function isTranslated(text: SiteRichText, language: Language): boolean {
  if (typeof text !== 'object' || Array.isArray(text)) return false;
  return plainText(text[language]) !== '';
}

function checkWeight(site: CheckedSite, page: CheckedPage): SiteCheck[] {
  const weight = pageWeight(page.rows, site);
  if (!weight.largest || weight.bytes <= MAX_PHONE_BYTES) return [];
  const { blockId, photoId, bytes } = weight.largest;
  const name = site.photos.get(photoId)?.name ?? '';
  return [warn('weight', page, { blockId, values: { bytes: weight.bytes, name, photoBytes: bytes } })];
}

/** Colours that are shown otherwise than chosen, because text would be hard to read. */
function checkTheme(theme: StudioTheme): SiteCheck[] {
  if (theme.updatedAt === 0) return [];
  const { repairs } = themeTokens(theme);
  return repairs
    .filter(({ scheme }) => scheme === 'light')
    .map(({ key, chosen, shown, contrast }) => ({
      severity: 'warns' as const,
      rule: 'contrast' as const,
      pageId: null,
      values: { key, chosen, shown, contrast: Math.round(contrast * 10) / 10 },
    }));
}
