import type { SitePageData, SitePhotoSource, SitePost } from '#core/api/site-page.ts';
import type { PublicPhoto, PublicStudio } from '#core/api/public.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/image-token.ts';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
import {
  COLUMNS,
  isKnownBlock,
  pageLanguages,
  photoIdsOf,
  readPageRows,
  readPageSettings,
  type Row,
  shownRows,
} from '#core/domain/pages.ts';
import { JOURNAL } from '#core/domain/site-links.ts';
import type { ContentPage } from '#core/domain/site.ts';
import { isBookingOpen } from '../accounts/public-account.ts';
import { listPublicGalleries, readPublicGallery } from '../galleries/public-gallery.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A page of the website: `path` is empty for the one at the studio's address. */
export interface SitePath {
  language: Language | null;
  path: string;
}

interface Found {
  accountId: string;
  studio: PublicStudio;
  /** The studio's own live domain, on which its pages begin at `/`. */
  domain: string | null;
}

/** Search settings that a page without its own uses. */
export interface SiteSearch {
  title: string;
  description: string;
}

export interface FoundSite {
  site: SitePageData;
  search: SiteSearch;
  /** Galleries whose pictures the page shows, for the image token. */
  openGalleries: string[];
}
export type LoadedSite = FoundSite | { movedTo: string } | null;

/** A release's pages without their rows: menu, links and posts need no more. */
type ListedPage = Omit<ContentPage, 'rows' | 'layout'>;

/** Which pages a site is made of: those of the live release, of another one, or the drafts. */
export type SiteSource = 'live' | 'drafts' | { releaseId: string };

/** A site that is not at its public address. */
export interface SiteView {
  source: SiteSource;
  /** Path at which the site begins. */
  base: string;
}

/** SQL: one row with the `pages` of a source of account `$1`, as JSON; none without a release. `$2`: its id, null for live. */
function pagesOf(source: SiteSource): string {
  if (source === 'drafts')
    return `(select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path, 'title', title,
         'description', description, 'layout', layout, 'rows', rows, 'blocks', blocks, 'settings', settings,
         'order', "order", 'updatedAt', extract(epoch from updated_at) * 1000)), '[]') as pages
       from pages where account_id = $1 and $2::text is null)`;
  return `(select c.content -> 'pages' as pages from site_release_contents c left join site_state s using (account_id)
     where c.account_id = $1 and c.release_id = coalesce($2, s.live_release_id))`;
}

const releaseOf = (source: SiteSource) => (typeof source === 'object' ? source.releaseId : null);

export interface Live {
  pages: ListedPage[];
  defaultPage: string;
  search: SiteSearch;
}

export async function readPages(db: Queryable, accountId: string, source: SiteSource = 'live'): Promise<Live | null> {
  const [row] = await db.query<{ pages: ListedPage[]; defaultPage: string; title: string; description: string }>(
    `select (select coalesce(jsonb_agg(p - 'rows' - 'blocks' - 'layout' order by (p ->> 'order')::float8, p ->> 'id'), '[]')
         from jsonb_array_elements(c.pages) p) as pages,
       coalesce(m.default_page, '') as "defaultPage", coalesce(m.seo_title, '') as title,
       coalesce(m.seo_description, '') as description
     from ${pagesOf(source)} c left join cms_settings m on m.account_id = $1`,
    [accountId, releaseOf(source)],
  );
  if (!row) return null;
  const pages = row.pages.map((page) => ({ ...page, settings: readPageSettings(page.settings) }));
  const found = { pages, defaultPage: row.defaultPage, search: { title: row.title, description: row.description } };
  if (source === 'live' || pages.some(({ path }) => path === row.defaultPage)) return found;
  // A preview begins with some page, also before one was chosen.
  return { ...found, defaultPage: pages.find(({ settings }) => settings.kind !== 'post')?.path ?? '' };
}

async function readRows(db: Queryable, accountId: string, source: SiteSource, pageId: string): Promise<Row[]> {
  const [row] = await db.query<{ rows: unknown; blocks: unknown }>(
    `select p -> 'rows' as rows, p -> 'blocks' as blocks
     from ${pagesOf(source)} c, jsonb_array_elements(c.pages) p where p ->> 'id' = $3`,
    [accountId, releaseOf(source), pageId],
  );
  if (!row) return [];
  // Publishing has upgraded the rows of a release.
  return source === 'drafts' ? readPageRows({ id: pageId, ...row }) : (row.rows as Row[]);
}

/**
 * Loads a page of a studio's website: a published one, or one of a preview. An address without a language means the
 * studio's; a page has an address in another language once it is translated.
 * @returns null without such a page: then the built-in pages answer
 */
export async function loadSite(
  db: Queryable,
  found: Found,
  path: SitePath,
  now: number,
  view?: SiteView,
): Promise<LoadedSite> {
  const { accountId, studio } = found;
  const source = view?.source ?? 'live';
  const live = await readPages(db, accountId, source);
  if (!live) return null;
  const base = view?.base ?? `/p/${studio.slug}`;
  const language = path.language ?? studio.language;
  const page = findPage(live, path.path, studio);
  if (!page) return path.path ? findRedirect(db, accountId, live, base, path) : null;
  const languages = languagesOf(page, studio.language);
  const linkBase = view || found.domain === null ? base : '';
  const hrefIn = (one: Language, ofPage: ListedPage) =>
    hrefOf(linkBase, one, studio.language, live.defaultPage, ofPage);
  // One address for each page: the default page is the studio's address, the studio's language has no prefix.
  const shown = languages.includes(language) ? language : studio.language;
  const canonical = hrefOf(base, shown, studio.language, live.defaultPage, page);
  const asked = addressOf(base, path.language ?? '', path.path);
  if (asked !== canonical) return { movedTo: canonical };
  const rows = page.id === JOURNAL ? JOURNAL_ROWS : shownRows(await readRows(db, accountId, source, page.id));
  const blocks = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)).filter(isKnownBlock);
  const shows = (...kinds: string[]) => blocks.some(({ kind }) => kinds.includes(kind));
  const galleries = await listPublicGalleries(db, accountId, now);
  const posts = live.pages.filter(({ settings }) => settings.kind === 'post').toSorted(byDate);
  const photoIds = [...photoIdsOf(rows), ...[page, ...posts].flatMap(({ settings }) => settings.photoId ?? [])];
  const publicIds = galleries.map(({ id }) => id);
  const photos = await readPhotos(db, photoIds, publicIds);
  const liveIds = blocks.flatMap((block) =>
    block.kind === 'gallery' && block.mode === 'live' ? (block.galleryId ?? []) : [],
  );
  const booking = await isBookingOpen(db, accountId);
  const inPageLanguage = (ofPage: ListedPage) =>
    hrefIn(languagesOf(ofPage, studio.language).includes(language) ? language : studio.language, ofPage);
  const site: SitePageData = {
    studio,
    language,
    base: linkBase,
    href: hrefIn(language, page),
    page: { ...translated(page, language), id: page.id, settings: page.settings, rows },
    menu: live.pages
      .filter(({ settings }) => settings.menu && settings.kind !== 'post')
      .map((one) => ({ id: one.id, title: menuTitle(one, language), href: inPageLanguage(one) })),
    languages: languages.map((one) => ({ language: one, href: hrefIn(one, page) })),
    hrefs: Object.fromEntries([...live.pages.map((one) => [one.id, inPageLanguage(one)]), ['home', homeHref()]]),
    photos,
    galleries,
    galleryPhotos: await readGalleryPhotos(
      db,
      accountId,
      liveIds.filter((id) => publicIds.includes(id)),
    ),
    posts: posts.map((post): SitePost => ({
      href: inPageLanguage(post),
      ...translated(post, language),
      date: post.settings.date ?? null,
      photo: photos[post.settings.photoId ?? ''] ?? null,
    })),
    sessionTypes: booking && shows('prices') ? await readSessionTypes(db, accountId) : [],
    booking,
  };
  const open = [
    ...Object.values(photos).map(({ galleryId }) => galleryId),
    ...Object.keys(site.galleryPhotos),
    ...(shows('galleries') ? publicIds : []),
  ];
  return { site, search: live.search, openGalleries: [...new Set(open)].slice(0, MAX_TOKEN_GALLERIES) };

  function homeHref(): string {
    const home = live!.pages.find((one) => one.path === live!.defaultPage);
    return home ? inPageLanguage(home) : linkBase || '/';
  }
}

/** Orders posts, the latest first. */
export function byDate(a: ListedPage, b: ListedPage): number {
  return (b.settings.date ?? b.updatedAt) - (a.settings.date ?? a.updatedAt);
}

/** The list of posts is a page of its own, once there is a post. */
const ONLY_PART = '0'.repeat(20);
const JOURNAL_BLOCK = { id: ONLY_PART, kind: 'posts', count: 60 };
const JOURNAL_ROWS: Row[] = [
  { id: ONLY_PART, v: 1, look: {}, cells: [{ id: ONLY_PART, span: COLUMNS, blocks: [JOURNAL_BLOCK] }] },
];

const JOURNAL_TITLES: Readonly<Record<Language, string>> = { en: 'Journal', es: 'Diario', ca: 'Diari' };

function findPage(live: Live, path: string, studio: PublicStudio): ListedPage | null {
  if (path === JOURNAL && live.pages.some(({ settings }) => settings.kind === 'post')) {
    const translations = Object.fromEntries(LANGUAGES.map((one) => [one, { title: JOURNAL_TITLES[one] }]));
    const title = JOURNAL_TITLES[studio.language];
    return { id: JOURNAL, path, title, description: '', order: 0, updatedAt: 0, settings: { translations } };
  }
  const wanted = path || live.defaultPage;
  return (wanted && live.pages.find((page) => page.path === wanted)) || null;
}

export const languagesOf = ({ settings }: ListedPage, own: Language) => pageLanguages(settings, own);

/** Returns the address of a page in a language. */
export function hrefOf(base: string, language: Language, own: Language, defaultPage: string, page: ListedPage): string {
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

function menuTitle(page: ListedPage, language: Language): string {
  const texts = page.settings.translations?.[language];
  return texts?.menuTitle || texts?.title || page.settings.menuTitle || page.title;
}

async function findRedirect(
  db: Queryable,
  accountId: string,
  live: Live,
  base: string,
  { language, path }: SitePath,
): Promise<{ movedTo: string } | null> {
  const [row] = await db.query<{ pageId: string }>(
    'select page_id as "pageId" from site_redirects where account_id = $1 and path = $2',
    [accountId, path],
  );
  const page = row && live.pages.find(({ id }) => id === row.pageId);
  if (!page) return null;
  const target = page.path === live.defaultPage ? '' : page.path;
  return { movedTo: addressOf(base, language ?? '', target) };
}

/**
 * Returns the photos that everybody may see: those in a public gallery. A photo of a gallery that became private, or in
 * the trash, is missing from the next rendering.
 */
async function readPhotos(
  db: Queryable,
  photoIds: readonly string[],
  publicIds: readonly string[],
): Promise<Record<string, SitePhotoSource>> {
  if (photoIds.length === 0 || publicIds.length === 0) return {};
  const rows = await db.query<SitePhotoSource>(
    `select p.id, p.gallery_id as "galleryId", p.file_id as "fileId", p.filename, p.width, p.height,
       coalesce(p.thumbhash, '') as thumbhash,
       case when p.focal_x is not null then jsonb_build_object('x', p.focal_x, 'y', p.focal_y) end as focal
     from photos p where p.id = any ($1::text[]) and p.gallery_id = any ($2::text[]) and ${IS_VISIBLE}`,
    [photoIds, publicIds],
  );
  return Object.fromEntries(rows.map((photo) => [photo.id, photo]));
}

/** Galleries whose photos one page shows as they are now. */
const MAX_LIVE_GALLERIES = 5;

async function readGalleryPhotos(
  db: Queryable,
  accountId: string,
  galleryIds: readonly string[],
): Promise<Record<string, PublicPhoto[]>> {
  const entries = [...new Set(galleryIds)].slice(0, MAX_LIVE_GALLERIES).map(async (id) => {
    const gallery = await readPublicGallery(db, accountId, id);
    return [id, gallery?.photos.slice(0, 60) ?? []] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readSessionTypes(db: Queryable, accountId: string): Promise<SitePageData['sessionTypes']> {
  return db.query<SitePageData['sessionTypes'][number]>(
    `select t.id, t.name, t.description, t.duration, nullif(p.price, 0) as price, a.currency_code as currency
     from session_types t join accounts a on a.id = t.account_id
       left join session_type_prices p on p.session_type_id = t.id and p.account_id = t.account_id
     where t.account_id = $1 and t.is_bookable and t.archived_at is null order by t.name, t.id limit 60`,
    [accountId],
  );
}

/** Addresses of one published page by language, the studio's language first. */
export interface SiteEntry {
  languages: readonly { language: Language; href: string }[];
  /** Epoch milliseconds. */
  updatedAt: number;
}

/** Returns the published pages that search engines may list. */
export async function listSitePages(db: Queryable, { accountId, studio, domain }: Found): Promise<SiteEntry[]> {
  const live = await readPages(db, accountId, 'live');
  const own = studio.language;
  return (live?.pages ?? [])
    .filter(({ settings }) => !settings.noindex)
    .map((page) => ({
      languages: [own, ...languagesOf(page, own).filter((one) => one !== own)].map((language) => ({
        language,
        href: hrefOf(domain === null ? `/p/${studio.slug}` : '', language, own, live!.defaultPage, page),
      })),
      updatedAt: page.updatedAt,
    }));
}
