import type { SiteMenu } from '#core/api/site-page.ts';
import type { PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { pageLanguages, readPageSettings } from '#core/domain/site/pages.ts';
import { GALLERIES } from '#core/domain/site/site-links.ts';
import type { ContentPage } from '#core/domain/site/site.ts';
import { listPublicGalleries } from '../galleries/public-gallery.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { FoundStudio } from '../public-studio/find-studio.ts';
import { builtInPage } from './site-messages.ts';

/* The pages of a studio's website without their content: titles, addresses and menu. */

/** Search settings that a page without its own uses. */
export interface SiteSearch {
  title: string;
  description: string;
}

/** A release's pages without their rows: menu, links and posts need no more. */
export type ListedPage = Omit<ContentPage, 'rows' | 'layout'>;

/** Which pages a site is made of: those of the live release, of another one, or the drafts. */
export type SiteSource = 'live' | 'drafts' | { releaseId: string };

/** SQL: one row with the `pages` of a source of account `$1`, as JSON; none without a release. `$2`: its id, null for live. */
export function pagesOf(source: SiteSource): string {
  if (source === 'drafts')
    return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path, 'title', title,
         'description', description, 'layout', layout, 'rows', rows, 'blocks', blocks, 'settings', settings,
         'order', "order", 'updatedAt', extract(epoch from updated_at) * 1000)), '[]') as pages
       from pages where account_id = $1 and $2::text is null)`;
  return `(select c.content -> 'pages' as pages from site_release_contents c left join site_state s using (account_id)
     where c.account_id = $1 and c.release_id = coalesce($2, s.live_release_id))`;
}

export const releaseOf = (source: SiteSource) => (typeof source === 'object' ? source.releaseId : null);

export interface Live {
  pages: ListedPage[];
  defaultPage: string;
  search: SiteSearch;
  /** True if a page lists the public galleries. */
  listsGalleries: boolean;
}

export async function readPages(db: Queryable, accountId: string, source: SiteSource = 'live'): Promise<Live | null> {
  const [row] = await db.query<Omit<Live, 'search'> & SiteSearch>(
    `select (select coalesce(jsonb_agg(p - 'rows' - 'blocks' - 'layout' order by (p ->> 'order')::float8, p ->> 'id'), '[]')
         from jsonb_array_elements(c.pages) p) as pages,
       jsonb_path_exists(c.pages, '$[*].rows[*].cells[*].blocks[*] ? (@.kind == "galleries")') as "listsGalleries",
       coalesce(m.default_page, '') as "defaultPage", coalesce(m.seo_title, '') as title,
       coalesce(m.seo_description, '') as description
     from ${pagesOf(source)} c left join cms_settings m on m.account_id = $1`,
    [accountId, releaseOf(source)],
  );
  if (!row) return null;
  const pages = row.pages.map((page) => ({ ...page, settings: readPageSettings(page.settings) }));
  const { defaultPage, listsGalleries, title, description } = row;
  const found = { pages, defaultPage, listsGalleries, search: { title, description } };
  if (source === 'live' || pages.some(({ path }) => path === row.defaultPage)) return found;
  // A preview begins with some page, also before one was chosen.
  return { ...found, defaultPage: pages.find(({ settings }) => settings.kind !== 'post')?.path ?? '' };
}

export const languagesOf = ({ settings }: Pick<ListedPage, 'settings'>, own: Language) => pageLanguages(settings, own);

/** Returns the address of a page in a language. */
export function hrefOf(
  base: string,
  language: Language,
  own: Language,
  defaultPage: string,
  page: Pick<ListedPage, 'path'>,
): string {
  return addressOf(base, language === own ? '' : language, page.path === defaultPage ? '' : page.path);
}

/** @param base path of the site; empty on the studio's own domain */
export function addressOf(base: string, language: string, path: string): string {
  return base + [language, path].map((part) => part && `/${part}`).join('') || '/';
}

/** Returns a page's texts in a language, else in the studio's. */
export function translated({ title, description, settings }: ListedPage, language: Language) {
  const texts = settings.translations?.[language];
  return { title: texts?.title || title, description: texts?.description || description };
}

export function menuTitle(page: ListedPage, language: Language): string {
  const texts = page.settings.translations?.[language];
  return texts?.menuTitle || texts?.title || page.settings.menuTitle || page.title;
}

export const isPost = ({ settings }: ListedPage) => settings.kind === 'post';

/** Orders posts, the latest first. */
export function byDate(a: ListedPage, b: ListedPage): number {
  return (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt);
}

/** Returns the pages of a site's menu: those that the studio has put there, and the built-in list of galleries. */
export function menuPages(live: Live, { language }: PublicStudio, hasGalleries: boolean): ListedPage[] {
  const own = live.pages.filter(({ settings }) => settings.menu && settings.kind !== 'post');
  return hasGalleries && !live.listsGalleries ? [...own, builtInPage(GALLERIES, language)!] : own;
}

/**
 * Returns the menu of a studio's website, with its first page, for the studio's other pages; null without a website.
 * @param siteOrigin returns the origin of its domain; empty for pages of that domain
 */
export async function loadSiteMenu(
  db: Queryable,
  { accountId, studio, domain }: FoundStudio,
  now: number,
  siteOrigin: (domain: string) => string,
): Promise<SiteMenu | null> {
  const live = await readPages(db, accountId);
  if (!live) return null;
  const pages = menuPages(live, studio, (await listPublicGalleries(db, accountId, now)).length > 0);
  const origin = domain === null ? '' : siteOrigin(domain);
  const base = domain === null ? `/p/${studio.slug}` : '';
  const itemsIn = (language: Language) =>
    pages.map((page) => {
      const own = languagesOf(page, studio.language).includes(language) ? language : studio.language;
      const path = hrefOf(base, own, studio.language, live.defaultPage, page);
      // Cookies are of one host: the query keeps the language at another.
      return { title: menuTitle(page, language), href: origin ? `${origin}${path}?lng=${language}` : path };
    });
  return Object.fromEntries(LANGUAGES.map((language) => [language, itemsIn(language)])) as Record<
    Language,
    ReturnType<typeof itemsIn>
  >;
}
